import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { ANSWER_BASE64_LENGTH_MAX, ANSWER_BYTES_MAX } from "./answer-limits";

/**
 * The XML that a form carried in base64 (SAML bindings 2.0 section 3.5.4).
 * @returns the base64 without line ends, which mail's encoders make, and the document's root
 * @throws Refusal, and UnreadableXml
 */
export function answerDocument(samlResponse: string): { base64: string; root: XmlElement } {
	if (samlResponse.length > ANSWER_BASE64_LENGTH_MAX) throw tooLarge();
	const base64 = samlResponse.replace(/[\r\n]/g, "");
	const bytes = Buffer.from(base64, "base64");
	// Decoders pass over what is no base64, each its own way: what doesn't come out as it went in was none.
	if (base64 === "" || bytes.toString("base64") !== base64) throw messageRefusal("The answer is not base64.");
	if (bytes.length > ANSWER_BYTES_MAX) throw tooLarge();
	return { base64, root: parseXml(bytes, { bytes: ANSWER_BYTES_MAX }) };
}

function tooLarge(): Refusal {
	return messageRefusal(`The answer is larger than ${ANSWER_BYTES_MAX / 1024} KB.`, 413);
}
