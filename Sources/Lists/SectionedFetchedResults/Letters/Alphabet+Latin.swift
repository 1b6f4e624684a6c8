// Letters of indexes: the index characters of Unicode CLDR 46, in the order of its collations.
// © 1991-2024 Unicode, Inc. Unicode License v3: Docs/UnicodeLicense.txt.

extension Alphabet {
  /// The alphabets of languages in Latin letters. The first one is also used for all other languages.
  static let ofLatinLetters: [Alphabet] = [
    Alphabet(
      .latin, "de fr ca pt it nl ga eu af sw id ms yo en",
      """
      A=Æ,Ⱥ,ᴀ-ᴂ,ᶏ,ᶐ,Ɑ,Ɐ,Ɒ,Ꜳ,Ꜵ,Ꜷ,Ꜹ,Ꜻ,Ꜽ,Ꞛ,Ꞻ,Ꟁ,ꬰ,ꬱ,ꭤ B=Ɓ,Ƃ,Ƀ,ʙ,ᴃ,ᵬ,ᶀ,Ꞗ,Ꞵ C=Ƈ,Ȼ,ɕ,ᴄ,Ↄ,Ꜿ,Ꞓ,Ꞔ
      D=Ð,Đ,Ɖ-Ƌ,ȡ,ȸ,ʣ-ʥ,ᴅ,ᴆ,ᵭ,ᶁ,ᶑ,ẟ,ꝱ,Ꝺ,Ꟈ,ꭦ E=Ǝ-Ɛ,Ɇ,ɘ,ɚ,ɝ,ɞ,ɤ,ʚ,ᴇ,ᴈ,ᶒ-ᶕ,ⱸ,ⱻ,Ɜ,ꬲ-ꬴ F=Ƒ,ʩ,ᵮ,ᶂ,Ⅎ,ꜰ,Ꝼ,Ꞙ,ꟻ,ꬵ
      G=Ɠ,Ɣ,Ƣ,Ǥ,ɢ,ʛ,ᵷ,ᶃ,Ᵹ,Ꝿ,Ꞡ,Ɡ,Ꟑ,ꬶ H=Ħ,Ƕ,ɧ,ʜ,Ⱨ,Ⱶ,Ꜧ,ꞕ,Ɦ,Ꟶ I=Ɩ,Ɨ,ᴉ,ᵻ,ᵼ,ᶖ,Ɪ,Ꞽ,ꟷ,ꟾ J=ȷ,Ɉ,ɟ,ʄ,ᴊ,Ʝ
      K=Ƙ,ᴋ,ᶄ,Ⱪ,Ꝁ,Ꝃ,Ꝅ,Ꞣ,Ʞ L=Ł,ƛ,ȴ,Ƚ,ɭ,ɮ,ʎ,ʟ,ʪ,ʫ,ᴌ,ᶅ,Ỻ,Ⱡ,Ɫ,Ꝇ,Ꝉ,ꝲ,Ꞁ,ꞎ,Ɬ,ꬷ-ꬹ M=ᴍ,ᵯ,ᶆ,Ɱ,ꝳ,ꟽ,ꟿ,ꬺ
      N=Ŋ,Ɲ,Ƞ,ȵ,ɳ,ɴ,ᴎ,ᵰ,ᶇ,ꝴ,Ꞑ,Ꞥ,ꬻ,ꬼ O=Ø,Œ,Ɔ,Ɵ,Ȣ,ɶ,ɷ,ᴏ-ᴗ,ᶗ,ⱺ,Ꝋ,Ꝍ,Ꝏ,Ꞝ,Ꞷ,ꬽ-ꭄ,ꭢ P=Ƥ,ɸ,ᴘ,ᵱ,ᶈ,Ᵽ,ⱷ,Ꝑ,Ꝓ,Ꝕ,ꟼ
      Q=ĸ,ȹ,Ɋ,ʠ,Ꝗ,Ꝙ,ꞯ R=Ʀ,Ɍ,ɹ-ɼ,ɾ,ɿ,ʁ,ᴙ,ᴚ,ᵲ,ᵳ,ᶉ,Ɽ,ⱹ,Ꝛ,Ꝝ,ꝵ,ꝶ,Ꞃ,Ꞧ,ꭅ-ꭌ,ꭨ S=Ʃ,ƪ,ʅ,ʆ,ᵴ,ᶊ,ᶋ,ᶘ,ẜ,ẝ,Ȿ,ꜱ,Ꞅ,Ꞩ,Ʂ,Ꟊ,Ꟗ,Ꟙ,ꭍ
      T=Ŧ,ƫ,Ƭ,Ʈ,ƾ,ȶ,Ⱦ,ʦ-ʨ,ᴛ,ᵵ,ᵺ,Ꜩ,ꝷ,Ꞇ,Ʇ,ꭧ U=Ɯ,Ʊ,Ʉ,ɰ,ʮ,ʯ,ᴜ-ᴟ,ᵫ,ᵾ,ᵿ,ᶙ,Ɥ,Ꞟ,Ꞹ,Ꞿ,ꟺ,ꭎ-ꭒ V=Ʋ,Ʌ,ᴠ,ᶌ,Ỽ,ⱱ,ⱴ,Ꝟ,Ꝡ
      W=ʍ,ᴡ,Ⱳ,Ꟃ X=ᶍ,Ꭓ,ꭔ-ꭙ Y=Ƴ,Ȝ,Ɏ,ʏ,Ỿ,ꭚ
      Z=Þ,Ƅ,ƍ,Ƨ,Ƶ,Ʒ,Ƹ,ƺ-Ƽ,ǀ-ǃ,Ƿ,Ȥ,Ɂ,ʐ,ʑ,ʓ-ʘ,ʡ,ʢ,ʬ,ʭ,ᴢ-ᴥ,ᵶ,ᶚ,Ⱬ,Ɀ,Ꜣ,Ꜥ,Ꜫ,Ꜭ,Ꜯ,Ꝣ,Ꝥ,Ꝧ,Ꝩ,Ꝫ,Ꝭ,Ꝯ,ꝸ,Ꞌ,ꞏ,Ᶎ Z=ꟓ,ꟕ,ꭠ,ꭡ,ꭣ
      """),
    Alphabet(
      .latin, "es gl",
      """
      A B C D E F G H I J K L M N Ñ=Ŋ O P Q R S T U V W X Y Z
      """),
    Alphabet(
      .latin, "sv",
      """
      A B C D E F G H I J K L M N O P Q R S T=Þ U V W X Y=Ü,Ű Z Å Ä=Æ,Ę Ö=Ô,Ø,Ő,Œ
      """),
    Alphabet(
      .latin, "da",
      """
      A B C D E F G H I J K L M N O P Q R S T=Þ U V W X Y=Ü,Ű Z Æ=Ä Ø=Ö,Ő Å=AA
      """),
    Alphabet(
      .latin, "nb nn",
      """
      A B C D E F G H I J K L M N O P Q R S T=Þ U V W X Y=Ü,Ű Z Æ=Ä,Ę Ø=Ö,Ő,Œ Å=AA
      """),
    Alphabet(
      .latin, "fi",
      """
      A B C D E F G H I J K L M N O P Q R S T U V W X Y=Ü Z Å Ä=Æ Ö=Ø
      """),
    Alphabet(
      .latin, "is",
      """
      A Á B C D Ð E É F G H I Í J K L M N O Ó P Q R S T U Ú V W X Y Ý Z Þ Æ=Ä Ö=Å,Ø
      """),
    Alphabet(
      .latin, "fo",
      """
      A B C D E F G H I J K L M N O P Q R S T=Þ U V W X Y=Ü,Ű Z Æ=Ä,Ę Ø=Å,Ö,Ő,Œ,AA
      """),
    Alphabet(
      .latin, "et",
      """
      A B C D E F G H I J K L M N O P Q R S Š Z Ž T U V W Õ Ä Ö Ü X Y=Þ
      """),
    Alphabet(
      .latin, "lv",
      """
      A Ā B C Č D E Ē F G Ģ H I Y Ī J K Ķ L Ļ M N Ņ=Ŋ O P Q R S Š T U Ū V W X Z Ž=Þ
      """),
    Alphabet(
      .latin, "lt",
      """
      A B C Č D E F G H I=Y J K L M N O P Q R S Š T U V W X Z Ž=Þ
      """),
    Alphabet(
      .latin, "pl",
      """
      A B C Ć D E F G H I J K L Ł M N O Ó P Q R S Ś T U V W X Y Z Ź Ż=Þ
      """),
    Alphabet(
      .latin, "cs",
      """
      A B C Č D E F G H CH I J K L M N O P Q R Ř S Š T U V W X Y Z Ž=Þ
      """),
    Alphabet(
      .latin, "sk",
      """
      A Ä B C Č D E F G H CH I J K L M N O Ô P Q R S Š T U V W X Y Z Ž=Þ
      """),
    Alphabet(
      .latin, "hu",
      """
      A B C CS=CCS D DZ=DDZ DZS=DDZS E F G GY=GGY H I J K L LY=LLY M N NY=Ŋ,NNY O Ö=Ő P Q R S SZ=SSZ T
      TY=Ŧ,TTY U Ü=Ű V W X Y Z ZS=Þ,ZZS
      """),
    Alphabet(
      .latin, "ro",
      """
      A Ă Â B C D E F G H I Î J K L M N O P Q R S Ș=Ş T Ț=Ţ,Ŧ U V W X Y Z
      """),
    Alphabet(
      .latin, "hr bs sr_Latn",
      """
      A B C Č Ć D DŽ Đ E F G H I J K L LJ M N NJ=Ŋ O P Q R S Š T U V W X Y Z Ž=Þ
      """),
    Alphabet(
      .latin, "sl",
      """
      A B C Č Ć D Đ E F G H I J K L M N O P Q R S Š T U V W X Y Z Ž=Þ
      """),
    Alphabet(
      .latin, "sq",
      """
      A B C Ç D DH E Ë F G GJ H I J K L LL M N NJ O P Q R RR S SH T TH U V W X XH Y Z ZH=Þ
      """),
    Alphabet(
      .latin, "tr",
      """
      A B C Ç D E F G H I İ J K L M N O Ö P Q R S Ş T U Ü V W X Y Z
      """),
    Alphabet(
      .latin, "az",
      """
      A B C Ç D E Ə F G Ğ H X I İ J K Q L M N O Ö P R S Ş T U Ü V Y Z W=Þ
      """),
    Alphabet(
      .latin, "vi",
      """
      A Ă Â B C D Đ E Ê F G H I J K L M N O Ô Ơ P Q R S T U Ư V W X Y Z
      """),
    Alphabet(
      .latin, "cy",
      """
      A B C CH D DD E F FF G NG H I J K L LL M N O P PH Q R RH S T TH=Ŧ U V W X Y Z
      """),
    Alphabet(
      .latin, "mt",
      """
      A B Ċ C D E F Ġ G GĦ H Ħ I J K L M N O P Q R S T U V W X Y Ż Z
      """),
    Alphabet(
      .latin, "fil",
      """
      A B C D E F G H I J K L M N Ñ Ng=Ŋ O P Q R S T U V W X Y Z
      """),
    Alphabet(
      .latin, "eo",
      """
      A B C Ĉ D E F G Ĝ H Ĥ I J Ĵ K L M N O P Q R S Ŝ T U Ŭ V W X Y Z
      """),
    Alphabet(
      .latin, "hsb",
      """
      A B C Č Ć D DŹ E F G H CH I J K Ł L M N O P Q R S Š T U V W X Y Z Ž=Þ,Ź
      """),
    Alphabet(
      .latin, "uz",
      """
      A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Oʻ Gʻ Sh Ch=Þ
      """),
    Alphabet(
      .latin, "tk",
      """
      A B C Ç D E Ä F G H I J Ž K L M N Ň=Ŋ O Ö P Q R S Ş T U Ü V W X Y Ý Z
      """),
    Alphabet(
      .latin, "ku",
      """
      A B C Ç D E Ê=É F G H I Î=Í J K L M N O P Q R S Ş T U Û=Ù,Ú V W X Y Z
      """),
    Alphabet(
      .latin, "se",
      """
      A Á B C Č D Đ=Ð E F G H I J K L M N Ŋ=Ñ,Ń O P Q R S Š T Ŧ=Þ U V W X Y=Ü,Ű Z Ž Ø=Œ Æ Å Ä=Ã Ö=Ô,Õ,Ő
      """),
    Alphabet(
      .latin, "smn",
      """
      A Â=À B C Č D Đ E F G H I J K L M N Ŋ=Ñ,Ń O P Q R S Š T U V W X Y Z Ž=Ã,Å,Æ,Ø Ä Á=Ö,Þ
      """),
    Alphabet(
      .latin, "ee",
      """
      A B C D Ɖ E Ɛ F Ƒ G Ɣ H X I J K L M N Ŋ O Ɔ P Q R S T U V Ʋ W Y Z
      """),
    Alphabet(
      .latin, "ha",
      """
      A B Ɓ C D Ɗ E F G H I J K Ƙ L M N O P Q R S T U V W X Y Ƴ Z
      """),
    Alphabet(
      .latin, "ig",
      """
      A B CH C D E F G GB GH GW H I Ị J K KP KW L M N Ṅ NW NY=Ŋ O Ọ P Q R S SH T U Ụ V W X Y Z
      """),
    Alphabet(
      .latin, "wo",
      """
      A B C D E F G H I J K L M N Ŋ O P Q R S T U V W X Y Z
      """),
  ]
}
