"""Where a number begins and ends in text, and with what its groups are set apart."""

from __future__ import annotations

#: Hyphens and what people and word processors put in their place, a Korean vowel and a Japanese length mark included.
DASH = r"[-‐-―⁃−ㅡ\u1173ー]"
#: Between the groups of a number: what may stand there, and what must.
OPTIONAL = r"[ .·・∙‐-―⁃−ㅡ\u1173ー-]{0,3}"
NEEDED = r"[ .·・∙‐-―⁃−ㅡ\u1173ー-]{1,3}"
#: A number begins here: not inside a hexadecimal word or a decimal, nor as a part of a longer code.
START = r"(?<![0-9A-Za-z_+])(?<![0-9][.-])(?<![A-Za-z][-_])"
#: The same for a number that is known by itself, also as a part of a code.
INSIDE = r"(?<![0-9A-Za-z+])(?<![0-9][.-])"
#: A number ends here.
END = r"(?![0-9])(?!-[0-9])"
#: A bare run of digits ends here: it is no beginning of a word, a decimal or a longer code either.
BARE_END = r"(?![0-9A-Za-z_])(?![.-][0-9])"
