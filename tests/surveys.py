"""Schemas of known surveys: names and kinds of columns, and the roles each may be guessed to have.

Names are from public documentation; values are made up. A line reads *names: kind -> roles*.
"""

from __future__ import annotations

SCHEMAS: dict[str, str] = {
    "EU-SILC register of households (D)": """
        DB010: year -> key ignored
        DB020: country -> key
        DB030: number -> identifier
        DB040: region -> key
        DB075: code9 -> key ignored
        DB090: weight -> weight
        DB100: code3 -> key
    """,
    "EU-SILC register of people (R)": """
        RB010: year -> key ignored
        RB020: country -> key
        RB030: number -> identifier
        RB050: weight -> weight
        RB070: code4 -> key
        RB080: birth -> key
        RB090: code2 -> key
        RX030: household -> household
    """,
    "EU-SILC people (P)": """
        PB030: number -> identifier
        PB040: weight -> weight
        PB140: birth -> key
        PB150: code2 -> key
        PB190: code5 -> key
        PB220A: country -> key
        PE040: code6 -> key
        PL031: code11 -> key
        PL051: code40 -> key
        PY010G PY050G PY090G: money -> number
        PH010: code5 -> key sensitive ignored
        PX030: household -> household individual identifier
    """,
    "EU-SILC households (H)": """
        HB030: number -> identifier
        HB080: repeated -> individual identifier
        HH010: code5 -> key ignored
        HH070 HY010 HY020: money -> number
        HX040: code8 -> key ignored
        HX090: money -> number
    """,
    "SES": """
        KEYUNIT: repeated -> individual identifier
        A11: region -> key
        A12: code5 -> key
        A13: code20 -> key
        IDunit: repeated -> individual identifier
        B21: code2 -> key
        B22: age -> key
        B23: code40 -> key
        B25: code6 -> key
        B42: money -> number
        B52: weight -> weight
    """,
    "LFS": """
        HHNUM: household -> household
        REFYEAR: year -> key
        REFWEEK: code52 -> key
        SEX: code2 -> key
        AGE: age -> key
        REGION: region -> key
        ISCO4D: code40 -> key
        NACE1D: letter -> key
        INCDECIL: code10 -> key sensitive
        COEFF: weight -> weight
    """,
    "NHANES": """
        SEQN: number -> identifier row
        RIAGENDR: code2 -> key
        RIDAGEYR: age -> key
        RIDRETH3: code7 -> key
        DMDEDUC2: code6 -> key
        INDFMPIR: ratio -> number
        WTINT2YR: weight -> weight ignored
        WTMEC2YR: weight -> weight ignored
        BMXWT: kilos -> number sensitive
        BMXHT: kilos -> number sensitive
        LBXTC: money -> number
    """,
    "a questionnaire of 92 items": """
        id: repeated -> individual
        age: age -> key
        gender: code2 -> key
        active alert aroused sleepy tired drowsy anxious jittery nervous calm relaxed at_ease
        happy sad lonely angry upset ashamed proud strong: likert4 -> ignored
        exper: words2 -> key
    """,
    "births": """
        mother: repeated -> individual identifier
        dob_yy: year -> key
        dob_mm: code12 -> key
        mager: age -> key
        mrace15: code15 -> key
        dbwt: grams -> number sensitive key
        combgest: code30 -> key
        birth_weight: grams -> number sensitive key
        sex: words2 -> key
    """,
    "hospital stays (PMSI)": """
        num_ano: code_text -> individual identifier
        nofiness: repeated -> individual identifier key
        age: age -> key
        sexe: code2 -> key
        code_postal: postcode -> key
        date_entree: date -> key
        date_sortie: date_text -> key
        dp: icd -> sensitive
        ghm: icd -> sensitive
        commentaire: sentence -> identifier
    """,
    "DHS": """
        CASEID: code_text -> individual identifier
        V001: code60 -> key ignored household individual
        V002: household -> household
        V005: weight_big -> weight
        V010: birth -> key
        V012: age -> key
        V024: region -> key
        V025: code2 -> key
        V106: code4 -> key
        V130: code6 -> key
        LATNUM: coordinate -> key
        LONGNUM: coordinate -> key
    """,
    "ESS": """
        idno: number -> identifier
        cntry: country -> key
        pspwght: weight_one -> weight
        gndr: code2 -> key
        agea: age -> key
        yrbrn: birth -> key
        eisced: code7 -> key
        isco08: code40 -> key
        ppltrst pplfair pplhlp trstprl trstlgl trstplc trstplt trstprt trstep trstun stflife
        stfeco: likert11 -> ignored
    """,
    "PISA": """
        CNT: country -> key
        CNTSCHID: repeated -> individual identifier
        CNTSTUID: number -> identifier row
        ST004D01T: code2 -> key
        AGE: age -> key
        W_FSTUWT: weight -> weight
        ESCS: ratio -> number
        PV1MATH: money -> number
        ST100Q01 ST100Q02 ST100Q03 ST100Q04 ST100Q05 ST100Q06 ST100Q07 ST100Q08 ST100Q09
        ST100Q10: likert4 -> ignored
    """,
    "census PUMS": """
        SERIALNO: household -> household
        PUMA: region -> key
        ST: code50 -> key
        AGEP: age -> key
        SEX: code2 -> key
        RAC1P: code9 -> key
        SCHL: code24 -> key
        OCCP: code40 -> key
        PINCP: money -> number
        PWGTP: weight_whole -> weight
    """,
    "adult": """
        age: age -> key
        workclass: words8 -> key
        fnlwgt: weight_whole -> weight
        education: words16 -> key
        education-num: code16 -> key
        marital-status: words7 -> key
        occupation: words14 -> key
        race: words5 -> key
        sex: words2 -> key
        capital-gain: money -> number
        hours-per-week: code60 -> key
        native-country: country -> key
        income: words2 -> sensitive key
    """,
    "HBS": """
        COUNTRY: country -> key
        HA04: household -> household
        HA10: weight -> weight
        HA09: code3 -> key
        HB05: code8 -> key
        EUR_HE00: money -> number
        EUR_HH095: money -> number
    """,
    "TUS": """
        HID: household -> household
        PID: repeated -> individual
        DIARY_DATE: date -> key
        SEX: code2 -> key
        AGECLASS: code8 -> key
        START_LAT: coordinate -> key
        WGHT1: weight -> weight
    """,
    "CIS": """
        ID: number -> identifier
        NACE: words20 -> key
        EMP: money -> number
        TURN16: money -> number
        INPDGD INPDSV INPCS INPCSW NEWMKT NEWFRM INORG INMKT COOP PATENT: yes -> ignored
        WEIGHT: weight -> weight
    """,
    "SHARE": """
        mergeid: code_text -> individual identifier
        hhid5: code_text -> household identifier
        country: country -> key
        gender: code2 -> key
        dn003_: birth -> key
        isced1997_r: code7 -> key
        dn014_: code6 -> key
        sphus: code5 -> key sensitive ignored
        cciw_w5: weight -> weight
        thinc: money -> number
    """,
    "ELSA": """
        idauniq: number -> identifier
        idahhw1: household -> household
        indager: age -> key
        indsex: code2 -> key
        w1wgt: weight_one -> weight
        eqtotinc_bu_s: money -> number
        scorg01: likert4 -> key ignored
    """,
    "a world poll": """
        WPID: number -> identifier
        country: country -> key
        wgt: weight_one -> weight
        WP1219: code2 -> key
        WP1220: age -> key
        WP16: code11 -> key sensitive ignored
        INCOME_2: money -> number
        interview_date: date_packed -> key
        email: mail -> identifier
    """,
    "SOEP": """
        pid: repeated -> individual
        cid: household -> household
        syear: year -> key
        sex: code2 -> key
        gebjahr: birth -> key
        bula: region -> key
        phrf: weight -> weight
        i11110: money -> number
    """,
    "French labour force survey": """
        IDENT: household -> household individual
        NOI: code6 -> key
        SEXE: code2 -> key
        AG: age -> key
        REG: region -> key
        DEP: region -> key
        CSTOT: code30 -> key
        DIP11: code11 -> key
        NAT14: code14 -> key
        SALRED: money -> number
        EXTRI: weight -> weight
    """,
    "French census, detailed file": """
        CANTVILLE: region -> key
        NUMMR: household -> household individual
        AGED: age -> key
        SEXE: code2 -> key
        DIPL: code20 -> key
        CS1: code8 -> key
        IPONDI: weight -> weight
        X_L93: coordinate -> key
        Y_L93: coordinate -> key
    """,
}
