import { isDeepStrictEqual } from "node:util";
import { BadSignature, UnreadableXml } from "@/lib/xml/errors";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, isElement, onlyChild } from "@/lib/xml/read-element";
import { verifiedElements } from "@/lib/xml/verify";
import type { IdentityService } from "../../context/identity-service";
import { messageRefusal, type Refusal } from "../../http/refusal";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import type { SamlConnection } from "../saml-connection";
import { answerDocument } from "./answer-document";
import { encryptionIn, requireAnswerShape } from "./answer-shape";
import type { AssertionFacts } from "./assertion-facts";
import { requireFitting } from "./assertion-requirements";
import { firstReading } from "./first-reading";
import { requireEntity } from "./requirements";
import { requireResponseHeader } from "./response-header";
import { secondReading } from "./second-reading";
import { requireSuccess } from "./status";
import { usableCertificates } from "./usable-certificates";

/** What a provider's answer says, all of it from bytes that the provider has signed. */
export type CheckedAnswer = {
	/** The request that it answers; null: nobody asked. */
	inResponseTo: string | null;
	assertionId: string;
	nameId: string;
	nameIdFormat: string | null;
	nameQualifier: string | null;
	spNameQualifier: string | null;
	sessionIndex: string | null;
	/** Null: the provider didn't say. */
	authenticatedAt: Date | null;
	/** When the provider's session ends; null: it didn't say. */
	sessionUntil: Date | null;
	/** Values by the attribute's name, in the order in which they stand. */
	attributes: ReadonlyMap<string, readonly string[]>;
};

/**
 * Checks what came to a connection's callback, as far as that can be seen of it alone: whether the request that it names
 * is this browser's, and whether it came before, is asked elsewhere.
 *
 * Two readers decide, written apart from each other: the strict one of `lib/xml`, whose words are taken, and
 * `@node-saml/node-saml`, which has to verify the same answer and read the same in it. Forged answers live on a check that
 * looks at one element while another is read, or on two parsers that see two documents; whatever deceives one of these
 * two readers that way is told from what the other one sees.
 * @param samlResponse `SAMLResponse` as the form held it
 * @throws Refusal
 */
export async function checkedAnswer(
	service: Pick<IdentityService, "now">,
	connection: SamlConnection,
	samlResponse: string,
): Promise<CheckedAnswer> {
	const now = service.now();
	const certificates = usableCertificates(connection, now);
	try {
		const { base64, root } = answerDocument(samlResponse);
		if (!isElement(root, PROTOCOL, "Response")) throw messageRefusal("The message is no answer to a sign-in.");
		requireSuccess(root);
		requireAnswerShape(root);
		const { facts, response, isSigned, signers } = signedFacts(root, certificates);
		const answer = requireFitting(facts, connection, now);
		requireResponseHeader(response, connection, { ...answer, issuer: facts.issuer, isSigned, now });
		await requireAgreement(facts, () => secondReading(connection, signers, base64, now));
		return answer;
	} catch (error) {
		if (error instanceof UnreadableXml) {
			const encryption = encryptionIn(Buffer.from(samlResponse, "base64").toString());
			throw encryption ?? messageRefusal(`The answer cannot be read. ${error.message}`);
		}
		if (error instanceof BadSignature) {
			throw messageRefusal(`The answer is not signed as it has to be. ${error.message}`);
		}
		throw error;
	}
}

/** What the assertion says by each signature that covers it: that of the response around it, its own, or both. */
function signedFacts(root: XmlElement, certificates: readonly string[]) {
	const signed = verifiedElements(root, { certificates, idAttribute: "ID" });
	const response = signed.find(({ element }) => isElement(element, PROTOCOL, "Response"))?.element;
	const [facts, ...same] = signed.map(({ element }) => {
		const assertion = element === response ? onlyChild(element, ASSERTION, "Assertion") : element;
		if (attributeOf(assertion, "Version") !== "2.0") throw messageRefusal("The assertion is not of SAML 2.0.");
		requireEntity(onlyChild(assertion, ASSERTION, "Issuer"));
		return firstReading(assertion);
	});
	if (!facts || !same.every((other) => isDeepStrictEqual(other, facts))) throw readTwoWays();
	const signers = [...new Set(signed.map(({ certificate }) => certificate))];
	return { facts, response: response ?? root, isSigned: response !== undefined, signers };
}

async function requireAgreement(facts: AssertionFacts, second: () => Promise<AssertionFacts>): Promise<void> {
	const other = await second().catch(() => null);
	// That library's reasons quote what was sent.
	if (other === null) throw messageRefusal("The answer did not stand up to its second check.");
	if (!isDeepStrictEqual(other, facts)) throw readTwoWays();
}

function readTwoWays(): Refusal {
	return messageRefusal("The answer can be read in two ways, so it is not believed.");
}
