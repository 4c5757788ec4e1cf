import fc from "fast-check";
import { anyCharacter } from "@/lib/testing/any-character";

const ODD = ["<", ">", "&", '"', "'", "]]>", "<!--", "-->", "<![CDATA[", "&amp;", "&#0;", "\r\n", "\t", "\u0085"];

/** Markup, white space, control characters, halves of pairs, noncharacters, and everything else. */
export const anyText = fc
	.array(
		fc.oneof(
			fc.constantFrom(...ODD),
			fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
			fc.string({ unit: anyCharacter }),
		),
		{ maxLength: 20 },
	)
	.map((parts) => parts.join(""));
