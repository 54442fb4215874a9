"""The words by which names of columns tell what they are for, codes of known surveys included."""

from __future__ import annotations

NUMBER = r"(id|ident\w*|no|nr|num\w*|number|code|key|cle)"

# Weights. Those of EU-SILC, NHANES, DHS, ESS, PISA, PUMS, SHARE, SOEP and others go by a code.
WEIGHTS = (
    r"\bpoids|\bpond(er|eration\w*)?\b|\bipond\w*\b|\bweights?\b|weight$|\bwgt|wgt$|\bpds\b|^w$"
    r"|^wts?\b|^wt\w*yr$|^wt(mec|int|sa|ph|dr)\w*$|^(db0[89]0|rb05\d|rb06\d|pb04\d|pb06\d)$"
    r"|\bextri\w*|\bcoef\w*\b|\bgewicht\w*|hochrechnung|\bpeso\w*|expansion|^(h?v|mv)005$"
    r"|wght$|wght \d?$|\bw fst\w*|^p?wgtp\d*$|^(per|hh|asec|fin)\w*wt\w*$|\bhrf$|^\w{1,3}hrf$"
    r"|^cc[ih]w\b|\bxwgt\b|^wtfinl$|^ha10$|^wght\d?$|fnlwgt|^fwgt|^[a-z]*weight\d*$"
)
# Words that weights often have, and others too: behaviour decides.
MAYBE_WEIGHTS = (
    r"^[a-z]{1,4}\d{2,4}[a-z]?$|^w[a-z]{0,4}\d*$|\bwt\b|wt$|\bfactor\b|\bfacteur\b|\binfl|\braising"
    r"|\bfw\b|\bpw\b|\bhw\b|\bdw\b"
)
BODIES = (
    r"\b(birth|naissance|body|corps|corporel|kg|kilos?|gram\w*|lbs?|pounds|dbwt|bwt|tobwt|baby)\b"
    r"|^(bmx|bwt)"
)
# Days and places.
DATES = (
    r"\bdates?\b|\bdob\b|\bdate ?naiss\w*|\bbirth ?(date|day)\b|\btimestamp\b|\bhorodat\w*|datum"
)
ROWS = r"^row number( \d+)?$"
PERIODS = (
    r"\b(jour|mois|annee|an|day|month|year|naissance|birth\w*|born|semaine|week|dob (yy|mm|dd|wk)"
    r"|yrbrn|anai|naia|naim|gebjahr)\b|^(rb|pb)1[34]0$|^rb0[78]0$|^(v01[01]|dn00[23])$"
)
COORDINATES = (
    r"\b(lat|latitude|lon|lng|long|longitude|coord\w*|easting|northing|gps\w*"
    r"|[xy] ?(l93|lambert|coord)|(point|geo|pos) ?[xy]|[xy]|utm ?[xyen]?|wgs84|latnum|longnum)\b"
    r"|^(x|y)(coord|pos)$"
)
AREAS = (
    r"\b(communes?|villes?|city|cities|towns?|municipal\w*|villages?|quartier|district|departement"
    r"|dept?|regions?|county|canton\w*|province|pays|country|zones?|areas?|iris|nuts ?\d?|lau ?\d?"
    r"|insee|zip\w*|cp|post ?code|code ?postal|postal ?code|parish|arrondissement|tract|carreaux?"
    r"|cells?|grid\w*|squares?|mailles?|tiles?|id ?car\w*|id ?inspire|geohash|localit\w*|location"
    r"|cntry|cnt|state|puma|depcom|codgeo|bundesland|bula|lieu|place|municipio|comuna|land|plz)\b"
    r"|^(db040|rb020|db020|pb020|hb020|v024|v101|hv024)$"
)
LETTERS = r"\b(adresse?|address|rue|street|mail|email|courriel|phone|tel)\b"
# Households and people.
HOUSEHOLDS = (
    rf"^({NUMBER} )?(menage|household|foyer|family|famille|logement|dwelling|hh)( {NUMBER})?$"
    r"|\b(hid|(hh|fam|family|house|household|men|menage)id\d*)\b"
    r"|\b(id ?(hh|men|menage|fam|log)|hh ?(id|num\w*|seqnum|nr))\b|\bidahh\w*"
    r"|^(db|hb|rx|hx)030$|^(serialno|serial|hhnum|ha04|hv002|v002|hhnr|hidp|cid|identm|nummi)$"
)
NAMES = (
    r"\bnoms?\b|\bprenoms?\b|\bnames?\b|\bsurname\b|name$|\badresse?\b|\baddress\b|\be ?mail\b"
    r"|\bcourriel\b|phone\b|\btel\b|\bsiren\b|\bsiret\b|\bnir\w*|\bssn\b|\biban\b|\bpasse?port"
    r"|\binsee ?nir\b|\bip ?address\b|\burl\b|\btwitter\b|\bpseudo\b|\bsignature\b|\bphoto\b"
)
PERSONS = (
    rf"^({NUMBER} )?(mother|father|mere|pere|parent|patiente?|exploitante?|individu|individual"
    r"|personn?e?|respondent|repondant|enquete|eleve|student|pupil|etudiant|employee|salariee?"
    r"|client|customer|user|utilisateur|member|membre|subject|sujet|participant|doctor|medecin"
    r"|teacher|owner|proprietaire|farmer|titulaire|declarant|beneficiaire|assure|candidat\w?"
    rf"|player|joueur|athlete|worker|agent|farm|exploitation|unit|unite)( {NUMBER})?$"
    r"|^(id|ident|identifi\w*|numero|matricule|pid|uid|uuid|guid|nip|idind\w*|idno|caseid|seqn"
    r"|mergeid|idauniq\w*|persnr|pidp|cntstuid|cntschid|noindiv|num ?ano|nofiness|finess|wpid"
    r"|pernum|key ?(unit|ent|emp|l)?|idunit|respid|serial ?no)$"
    r"|\b(id|identifiant|identifier|matricule|dossier)\b|^id(?=\d)|^(rb|pb)030$|^hb0[789]0$"
    r"|\b(pat|pers|person|ind|indiv|subj|user|cust|emp|stud|stu|sch|resp|case|mem|merge|record|rec"
    r"|unit|pp|wp|ent|firm|uniq)id\w{0,2}\b"
    rf"|^{NUMBER} ?(ind|indiv|pers|men|patient|eleve)\w*$"
)
TITLED = r"^(M|Mr|Mme|Mlle|Mrs|Ms|Miss|Dr|Pr|Me|\p{Lu})\. ?\p{Lu}[\p{L}'’-]+( \p{Lu}[\p{L}'’-]*)*$"
FULL_NAME = (
    r"^\p{Lu}[\p{L}'’-]*[\p{Ll}\p{Lu}],?( (d[eu]|von|van|la|le|ben|el))*"
    r"( \p{Lu}[\p{L}'’-]+\.?){1,3}$"
)
# What others know of a person. Codes: EU-SILC, NHANES, DHS, ESS, PUMS, SHARE, LFS, French surveys.
KEYS = (
    r"\b(age\d{0,2}|sexe?|sex\d?|gender|genre|gndr|race|ethni\w*|nationalit\w*|occupation|occ|occp"
    r"|profession|job|metier|diplom\w*|educat\w*|educ|marital|etat civil|etamatri|matri\w*|club"
    r"|employer|employeur|school|ecole|hopital|hospital|indsex|indager|agea|agep|rac1p|schl|eisced"
    r"|isco\w*|isced\w*|nace\w*|ctzcntr|brncntr|citizen\w*|csp?|cs ?\d|nat14)\b"
    r"|^(rb|pb)(080|090|150|190|22\da?)$|^pe04\d$|^pl0(31|40|51)[ab]?$|^db100$"
    r"|^(riagendr|ridage\w+|ridreth\d|dmdeduc\d|dmdmartl|dmdborn\d?|dmdhhsiz)$"
    r"|^(v01[23]|v025|v106|v13[01]|v501|mv012)$|^(wp1219|wp1220)$|^dn(014|042)_?$|^st004\w*$"
)
SENSITIVES = (
    r"maladie|disease|illness|diagnos|\bcondition|salaire|salary|\bwage|\bincome|patholog|victim"
    r"|religion|opinion|\bsante\b|health|prefer|earning|\bdas?\b|\bdp\b|\bghm\b|turnover"
    r"|\bvote\w*|income$|\bsalred\b|\bretrait|\bhiv\b|\bcd4\b|abus|crime|offence|infraction"
)
