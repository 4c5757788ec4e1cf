import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import { controlName } from "../fields";
import type { TryItAnswer } from "./try-it-answer";

/** Written as hexadecimal digits. */
const LETTERS_MAX = 2 * RESPONSE_BYTES_MAX;

const ROOT_KEY =
	"This held a private key. It was taken out at once and has not left your browser. Give a certificate alone.";

/** What is refused before anything is sent: a private key beside the root, and more than the server takes. */
export function faultsInBrowser(): TryItAnswer["faults"] {
	const root = area("root");
	if (root && holdsPrivateKey(root.value)) {
		root.value = withoutPrivateKey(root.value).text;
		return { root: ROOT_KEY };
	}
	const letters = withoutNoise(area("response")?.value ?? "");
	const isHex = /^[\da-f]*$/i.test(letters);
	const bytes = Math.floor(isHex ? letters.length / 2 : (letters.length * 3) / 4);
	if (bytes <= RESPONSE_BYTES_MAX && letters.length <= LETTERS_MAX) return undefined;
	const [has, most] = [bytes, RESPONSE_BYTES_MAX].map((count) => count.toLocaleString("en"));
	return { response: `The response has ${has} bytes decoded; at most ${most} (200 KB) are read. Nothing was sent.` };
}

/** What the server would take out of hexadecimal digits and base64 itself; JSON stays as it is. */
export function withoutNoise(text: string): string {
	return /^\s*[[{"]/.test(text) ? text : text.replace(/0x|[\s:,]/gi, (noise) => (/^0x$/i.test(noise) ? noise : ""));
}

function area(field: "root" | "response"): HTMLTextAreaElement | null {
	return document.querySelector(`textarea#${controlName(field)}`);
}
