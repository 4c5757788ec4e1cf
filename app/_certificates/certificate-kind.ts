import { certificateBlocks, holdsPrivateKey, plainPem, withoutPrivateKey } from "@/app/_certificates/pem";
import { defineKind, isText, type Kind, type Stated, typedText } from "@/app/_editor/kinds/kind";
import { tooLong } from "@/app/_editor/kinds/text";
import { act, inSentence } from "@/lib/dashboard/change-in-words";

type CertificateOptions = Stated<string> & { lengthMax: number; countMax: number };

/**
 * PEM certificates that the other party signs with. A private key is removed wherever it comes from. The form renders the
 * control, with the certificates' details. A text that stays too long without what stands around its certificates is not read.
 */
export function certificate({ lengthMax, countMax, ...stated }: CertificateOptions): Kind<string> {
	return defineKind<string>({
		default: "",
		isValue: isText,
		contentOf: (value) => (value.length > 2 * lengthMax ? value.trim() : plainPem(value)),
		typed: typedText,
		withhold(value) {
			const { text, isWithheld } = withoutPrivateKey(value);
			return { value: text, isWithheld };
		},
		valueInWords,
		changeInWords({ before, after }) {
			const what = `the ${inSentence(stated.label)}`;
			if (after === null) return act("remove", `${what} (${valueInWords(before)})`);
			return before === null
				? act("set", `${what} to ${valueInWords(after)}`)
				: act("replace", `${what}: ${valueInWords(after)} (was ${valueInWords(before)})`);
		},
		fault(content) {
			if (content === "") return null;
			if (content.length > lengthMax) return tooLong(content, lengthMax);
			if (holdsPrivateKey(content)) return "It holds a private key. Only certificates belong here.";
			const { length } = certificateBlocks(content);
			if (length > countMax)
				return `At most ${countMax} ${countMax === 1 ? "certificate fits" : "certificates fit"}; these are ${length}.`;
			return length > 0 ? null : "This is not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.";
		},
		read: (stored) => (isText(stored) ? plainPem(stored) : ""),
		omitsUnset: true,
		...stated,
	});
}

/** Certificates are distinguished by their ends, since their beginnings are alike. */
function valueInWords(json: string | null): string {
	if (json === null) return "nothing";
	const ends = certificateBlocks(String(JSON.parse(json))).map((block) =>
		block.replace(/-----[^-]*-----|\s/g, "").slice(-8),
	);
	if (ends.length === 0) return "a text that is not a certificate";
	return ends.length === 1
		? `a certificate ending in ${ends[0]}`
		: `${ends.length} certificates ending in ${ends.join(", ")}`;
}
