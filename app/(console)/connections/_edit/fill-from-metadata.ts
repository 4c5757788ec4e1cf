import { certificateState } from "@/app/_certificates/certificate-state";
import { plainPem } from "@/app/_certificates/pem";
import { type Filled, withChanges } from "@/app/_editor/fill";
import { isText } from "@/app/_editor/kinds/kind";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { bestNameFormat } from "@/lib/contract/connection/connection-limits";
import { type ProviderMetadata, requireCertificate } from "@/lib/dashboard/single-sign-on/provider-metadata";
import { fullAccess } from "./access";
import { type ConnectionContent, type ConnectionValues, connectionEditor } from "./connection-editor";

/**
 * Fills the form's values from a provider's metadata; the notes describe each change, and what the admin should know besides.
 * @param baseline the stored content; null for a new connection
 * @throws UnreadableMetadata where it has certificates, one or more can't be read, and no other can be used
 */
export function fillFromMetadata(
	baseline: ConnectionContent | null,
	values: ConnectionValues,
	metadata: ProviderMetadata,
	now: Date,
): Filled<typeof connectionEditor.fields> {
	const { entityId, signIn, signOut, certificates, unreadable, nameIdFormats, validUntil } = metadata;
	// Signatures of such a key are rejected.
	const usable = certificates.filter((pem) => certificateState(pem, now).kind !== "weak");
	const weak =
		usable.length < certificates.length &&
		"A certificate whose key is not an RSA key of at least 2048 bits is left out.";
	if (unreadable.length > 0) requireCertificate(usable, [...unreadable, weak].filter(isText));
	const [signInEndpoint, protocolBinding] = preferred(signIn);
	const [signOutEndpoint, signOutBinding] = preferred(signOut);
	const filled: ConnectionValues = {
		...values,
		issuer: entityId,
		nameIdentifierFormat: bestNameFormat(nameIdFormats) ?? values.nameIdentifierFormat,
		...(signInEndpoint === null ? {} : { signInEndpoint, protocolBinding }),
		...(signOutEndpoint === null
			? {}
			: { signOutEndpoint, signOutBinding, signOutResponseEndpoint: signOut.responseLocation ?? "" }),
		...(usable.length > 0 ? { signingCert: plainPem(usable.join("\n")) } : {}),
	};
	const hasAll = (values.access ?? fullAccess).embeddedOptions !== "unread";
	const isOther = hasAll && baseline !== null && baseline.issuer !== "" && baseline.issuer !== entityId;
	const isTransientOnly =
		nameIdFormats.length > 0 && nameIdFormats.every((format) => format === NAME_FORMATS.transient);
	const notes = [
		!hasAll && `This tenant has no setting for the provider's entity ID, which is ${entityId}.`,
		isOther &&
			"This is a different provider from the stored one: its user with the same ID becomes the same user here.",
		signInEndpoint === null && "It has no sign-in address for a redirect or a form.",
		signOutEndpoint === null && "It has no sign-out address: users stay signed in there.",
		...unreadable.map((sentence) => `${sentence} It is left out.`),
		certificates.length + unreadable.length === 0 &&
			"It has no signing certificate: without one every response is refused.",
		weak,
		isTransientOnly &&
			values.userIdAttribute.trim() === "" &&
			`It gives users a new ID at each sign-in (transient): enter a user ID attribute, or ${hasAll ? "no one can sign in" : "no user is recognized the next time"}.`,
		validUntil &&
			validUntil < now &&
			`It has been out of date since ${validUntil.toISOString().slice(0, 10)} UTC: ask for the current one.`,
		"Where this metadata comes from is not checked: get it from the provider's operator.",
	];
	return withChanges(connectionEditor, baseline, values, { values: filled, notes: notes.filter(isText) });
}

/** By a redirect where the provider supports it, else by a form. */
function preferred({ redirect, post }: ProviderMetadata["signIn"]): [address: string | null, binding: string] {
	return redirect === null ? [post, HTTP_POST_BINDING] : [redirect, HTTP_REDIRECT_BINDING];
}
