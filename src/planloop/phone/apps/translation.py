"""Utilities & Productivity: an offline phrase book."""

from __future__ import annotations

from planloop.contract.capability import Domain
from planloop.phone.errors import unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool

LANGUAGES = ("Spanish", "French", "German", "Italian", "Portuguese")
PHRASES: dict[str, tuple[str, str, str, str, str]] = {
    "good morning": ("buenos días", "bonjour", "guten Morgen", "buongiorno", "bom dia"),
    "good evening": ("buenas tardes", "bonsoir", "guten Abend", "buonasera", "boa noite"),
    "thank you": ("gracias", "merci", "danke", "grazie", "obrigado"),
    "please": ("por favor", "s'il vous plaît", "bitte", "per favore", "por favor"),
    "where is the station": (
        "dónde está la estación", "où est la gare", "wo ist der Bahnhof", "dov'è la stazione", "onde fica a estação"),
    "how much is it": ("cuánto cuesta", "combien ça coûte", "wie viel kostet das", "quanto costa", "quanto custa"),
    "the bill please": (
        "la cuenta por favor", "l'addition s'il vous plaît", "die Rechnung bitte", "il conto per favore",
        "a conta por favor"),
    "i am lost": ("estoy perdido", "je suis perdu", "ich habe mich verlaufen", "mi sono perso", "estou perdido"),
    "see you tomorrow": ("hasta mañana", "à demain", "bis morgen", "a domani", "até amanhã"),
    "happy birthday": (
        "feliz cumpleaños", "joyeux anniversaire", "alles Gute zum Geburtstag", "buon compleanno",
        "feliz aniversário"),
    "i need a doctor": (
        "necesito un médico", "j'ai besoin d'un médecin", "ich brauche einen Arzt", "ho bisogno di un medico",
        "preciso de um médico"),
    "good luck": ("buena suerte", "bonne chance", "viel Glück", "buona fortuna", "boa sorte"),
    "a glass of water": (
        "un vaso de agua", "un verre d'eau", "ein Glas Wasser", "un bicchiere d'acqua", "um copo de água"),
    "excuse me": ("disculpe", "excusez-moi", "Entschuldigung", "mi scusi", "com licença"),
    "i do not understand": (
        "no entiendo", "je ne comprends pas", "ich verstehe nicht", "non capisco", "não entendo"),
    "what time is it": ("qué hora es", "quelle heure est-il", "wie spät ist es", "che ore sono", "que horas são"),
    "have a nice trip": ("buen viaje", "bon voyage", "gute Reise", "buon viaggio", "boa viagem"),
    "i am hungry": ("tengo hambre", "j'ai faim", "ich habe Hunger", "ho fame", "estou com fome"),
    "i am tired": ("estoy cansado", "je suis fatigué", "ich bin müde", "sono stanco", "estou cansado"),
    "congratulations": ("felicidades", "félicitations", "herzlichen Glückwunsch", "congratulazioni", "parabéns"),
    "no problem": ("no hay problema", "pas de problème", "kein Problem", "nessun problema", "sem problema"),
    "enjoy your meal": ("buen provecho", "bon appétit", "guten Appetit", "buon appetito", "bom apetite"),
}  # fmt: skip


@tool(Domain.UTILITIES)
def text_translate(phone: Phone, text: str, targetLanguage: str) -> Outcome:
    """Translate a common English phrase (offline) into Spanish, French, German, Italian or Portuguese."""
    language = targetLanguage.strip().capitalize()
    if language not in LANGUAGES:
        raise unsupported(f"{targetLanguage} is not installed; installed: {', '.join(LANGUAGES)}")
    phrase = PHRASES.get(text.lower().strip(" .!?\"'").replace(",", ""))
    if phrase is None:
        raise unsupported("this text is not in the offline phrase book")
    return Outcome(f"{language}: {phrase[LANGUAGES.index(language)]}")
