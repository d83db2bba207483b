"""Invented, plain names for synthetic cards. None is the name of a real card (docs/decks.md)."""

from collections.abc import Mapping
from types import MappingProxyType

from casecracker.engine.shuffles import shuffled

# First words and things of a name, by type. Things are used once before any is used again.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "person": (
            "Night Retired Nervous Soft-spoken Unshaven Elderly Visiting Talkative Tired Limping "
            "Well-dressed Suspicious Kindly Silent Red-haired Sleepless",
            "watchman,harbour pilot,ward nurse,bell ringer,seamstress,tram driver,pawnbroker,"
            "police clerk,landlady,dock worker,photographer,choirmaster,baker,coroner's aide,"
            "chimney sweep,ferryman",
        ),
        "threat": (
            "Anonymous Repeated Sudden Midnight Whispered Scratched Unsigned Growing Distant Cold "
            "Unexplained Second Veiled Creeping Muffled Final",
            "warning,footsteps,blackout,house fire,phone call,landslide,mob,brake failure,"
            "poisoning,ransom note,gunshot,fever,flood water,chanting,break-in,curse",
        ),
        "artifact": (
            "Tarnished Carved Cracked Blackened Heavy Gilded Buried Stolen Bronze Broken Lacquered "
            "Antique Silver Unlabelled Twisted Pearl",
            "amulet,censer,mask,music box,hand mirror,idol,astrolabe,chalice,ring,tablet,lantern,"
            "bell,mortar,hourglass stand,statuette,compass",
        ),
        "evidence": (
            "Water-stained Torn Charred Faded Blotted Mislaid Folded Inky Muddy Forged Coded "
            "Bloodied Smudged Incomplete Annotated Crumpled",
            "ledger,train ticket,letter,photograph,glove,diary page,street map,laundry list,"
            "boot print,signature,telegram,handkerchief,fingerprint,receipt,newspaper cutting,"
            "shipping label",
        ),
        "location": (
            "Abandoned Shuttered Foggy Flooded Locked Crooked Overgrown Candlelit Disused Quiet "
            "Burnt-out Narrow Windowless Crowded Dusty Forgotten",
            "boathouse,tannery,railway yard,cellar,attic,observatory,chapel,print shop,lighthouse,"
            "reading room,warehouse,mill pond,greenhouse,boarding house,clock tower,quarry",
        ),
        "monster": (
            "Pale Winged Shapeless Scaled Many-eyed Crawling Hooded Gaunt Hungry Dripping Faceless "
            "Howling Bristling Translucent Burrowing Glistening",
            "prowler,swimmer,lurker,vermin,shade,hound,moth,serpent,watcher,husk,mimic,"
            "carrion bird,leech,spider,sleeper,stalker",
        ),
        "passion": (
            "Secret Bitter Hopeless Jealous Feverish Unspoken Reckless Forbidden Wounded Consuming "
            "Sleepless Mocking Childish Stubborn Lonely Desperate",
            "longing,grudge,infatuation,ambition,remorse,envy,homesickness,devotion,pride,"
            "vanity,grief,obsession,thirst for fame,resentment,greed,melancholy",
        ),
        "formula": (
            "Unfinished Whispered Reversed Copied Half-burnt Misread Numbered Rhymed Chalked Older "
            "Erased Thirteenth Untranslated Spoken Circular Corrected",
            "equation,invocation,proof,litany,theorem,chord,incantation,table of angles,sequence,"
            "cipher key,recipe,constant,star chart,diagram,notation,derivation",
        ),
        "menace": (
            "Nameless Rising Hollow Starless Unblinking Swelling",
            "hum,tide,eclipse,shadow,silence,frost",
        ),
        "objective": (
            "Plain Last Sealed Borrowed Shared Patient",
            "account,answer,bargain,confession,farewell,verdict",
        ),
        "case": (
            "Vanished Drowned Silenced Stolen Unclaimed Absent",
            "organist,glassblower,cartographer,lens,sea chest,astronomer",
        ),
        "victim": (
            "Missing Young Unlucky Wealthy Reclusive Ambitious Homesick Curious Absent Stubborn",
            "bookbinder,telegraphist,governess,surveyor,violinist,bank teller,gardener,chemist,"
            "milliner,reporter",
        ),
        "contact": (
            "Trusted Patient Grey-haired Well-read Discreet Seasoned",
            "country doctor,locksmith,antiquary,night editor,retired inspector,customs officer",
        ),
    }
)


def names(kind: str, count: int, seed: int) -> list[str]:
    """`count` different names for cards of one kind, drawn by `seed`.

    Any number up to 256 (36 for a contact): the pairing moves on by one word with every round.
    """
    firsts, things = _WORDS[kind]
    first = shuffled(sorted(firsts.split()), seed, f"names/{kind}/first")
    thing = shuffled(sorted(things.split(",")), seed, f"names/{kind}/thing")
    assert len(first) == len(thing), kind
    size = len(thing)
    return [f"{first[(k + k // size) % size]} {thing[k % size]}" for k in range(count)]
