import { type Filled, withChanges } from "@/app/_editor/fill";
import { isText } from "@/app/_editor/kinds/kind";
import { linesOf } from "@/app/_editor/kinds/lists";
import type { ServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { addressFault } from "../_edit/addresses";
import { type SingleSignOnContent, type SingleSignOnValues, singleSignOnEditor } from "../_edit/single-sign-on-editor";

/** Fills the form's values from metadata; the notes describe each change, and what the admin should know besides. */
export function fillFromMetadata(
	baseline: SingleSignOnContent | null,
	before: SingleSignOnValues,
	metadata: ServiceProviderMetadata,
): Filled<typeof singleSignOnEditor.fields> {
	const callbacks = linesOf(before.callbacks);
	const { callback } = metadata;
	const isNew = callback !== null && !callbacks.includes(callback);
	const fault = isNew ? addressFault("callbacks", callback) : null;
	const values = {
		...before,
		// The first one is where responses go to that no request asks for; the first realm is the one that is shown.
		...(isNew && !fault && { callbacks: [callback, ...callbacks].join("\n") }),
		...(metadata.protocol === "samlp"
			? samlValues(metadata)
			: { protocol: "wsfed" as const, aliases: linesOf(`${metadata.realm}\n${before.aliases}`).join("\n") }),
	};
	const notes = [
		fault && `Its URL for responses ${fault}, so it is not added to the callback URLs: ${callback}`,
		!fault && orderNote(callback, callbacks),
		...(metadata.protocol === "samlp" ? samlNotes(before, metadata) : []),
	];
	return withChanges(singleSignOnEditor, baseline, before, { values, notes: notes.filter(isText) });
}

/** Whether responses to sign-ins that begin at the tenant go to the application's endpoint, where there are others. */
function orderNote(callback: string | null, callbacks: readonly string[]): string | null {
	const [first] = callbacks;
	if (callback === null || first === undefined || first === callback) return null;
	return callbacks.includes(callback)
		? `Sign-ins without a request still go to ${first}, which comes first. To send them to ${callback}, remove the others, save, and add them again below it.`
		: `Puts it first: sign-ins without a request go there, and no longer to ${first}.`;
}

type Saml = Extract<ServiceProviderMetadata, { protocol: "samlp" }>;

function samlValues(metadata: Saml): Partial<SingleSignOnValues> {
	const { entityId, nameIdFormat, certificates, signsRequests, wantsSignedAssertions, logout } = metadata;
	return {
		protocol: "samlp",
		audience: entityId,
		...(nameIdFormat && { nameIdentifierFormat: nameIdFormat }),
		...(signsRequests && certificates[0] && { signingCert: certificates[0] }),
		...(logout && { logoutCallback: logout.location, binding: logout.binding }),
		...(wantsSignedAssertions && { signResponse: "off" }),
	};
}

function samlNotes({ singleLogout }: SingleSignOnValues, metadata: Saml) {
	const { callback, callbackCount, certificates, unreadable, signsRequests, logout } = metadata;
	const count = certificates.length;
	return [
		callback === null && "It accepts no responses by a form (HTTP-POST), the only way in which they are sent here.",
		callbackCount > 1 && `It names ${callbackCount} URLs for responses; its default one is used.`,
		...unreadable.map((sentence) => `${sentence} It is left out.`),
		!signsRequests &&
			count > 0 &&
			"It has a certificate, but does not say that it signs its requests, so the certificate is not filled in.",
		signsRequests && count === 0 && "It says that it signs its requests, but has no certificate to check them with.",
		signsRequests && count > 1 && `It has ${count} certificates; the one that is valid longest is used.`,
		logout && singleLogout !== "on" && "Single logout stays off: turn it on below.",
		"Where this metadata comes from is not checked: get it from the application's operator.",
	];
}
