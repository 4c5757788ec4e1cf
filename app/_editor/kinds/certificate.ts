import { certificateBlocks, holdsPrivateKey, plainPem, withoutPrivateKey } from "@/app/_certificates/pem";
import { isText, type Kind, typedText } from "./kind";
import { textOfParts, tooLong, wholeText } from "./text";

type CertificateOptions = { label: string; help: string; wire: string; lengthMax: number; countMax: number };

/** The message where a private key was removed from a form submitted without scripts. */
export const KEY_WITHHELD =
	"This held a private key. It was taken out and kept nowhere; only certificates belong here.";

/**
 * PEM certificates that the other party signs with. A private key is removed wherever it comes from. The form renders the
 * control, with the certificates' details. A text that stays too long without what stands around its certificates is not read.
 */
export function certificate({ label, help, wire, lengthMax, countMax }: CertificateOptions): Kind<string> {
	return {
		label,
		help,
		wire,
		default: "",
		isValue: isText,
		isContent: isText,
		toValue: (content) => content,
		contentOf: (value) => (value.length > 2 * lengthMax ? value.trim() : plainPem(value)),
		typed: typedText,
		withhold(value) {
			const { text, isWithheld } = withoutPrivateKey(value);
			return { value: text, isWithheld };
		},
		partsOf: wholeText,
		contentOfParts: textOfParts,
		partLabel: () => label,
		valueInWords,
		changeInWords({ before, after }) {
			const what = `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
			if (after === null) return `Removes ${what} (${valueInWords(before)})`;
			return before === null
				? `Sets ${what} to ${valueInWords(after)}`
				: `Replaces ${what}: ${valueInWords(after)} (was ${valueInWords(before)})`;
		},
		fault(content) {
			if (content === "") return null;
			if (content.length > lengthMax) return tooLong(content, lengthMax);
			if (holdsPrivateKey(content)) return "This holds a private key. Only certificates belong here.";
			const { length } = certificateBlocks(content);
			if (length > countMax)
				return `At most ${countMax} ${countMax === 1 ? "certificate fits" : "certificates fit"}; these are ${length}.`;
			return length > 0 ? null : "This is not a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----.";
		},
		read: (stored) => (isText(stored) ? plainPem(stored) : ""),
		write: (content) => content || undefined,
	};
}

/** Certificates are distinguished by their ends, since their beginnings are alike. */
function valueInWords(json: string | null): string {
	if (json === null) return "nothing";
	const ends = certificateBlocks(String(JSON.parse(json))).map((block) =>
		block.replace(/-----[^-]*-----|\s/g, "").slice(-8),
	);
	if (ends.length === 0) return "a text that is no certificate";
	return ends.length === 1
		? `a certificate ending in ${ends[0]}`
		: `${ends.length} certificates ending in ${ends.join(", ")}`;
}
