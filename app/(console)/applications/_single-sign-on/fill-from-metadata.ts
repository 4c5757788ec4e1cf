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
	const callback = metadata.callback !== null && !callbacks.includes(metadata.callback) ? metadata.callback : null;
	const fault = callback && addressFault("callbacks", callback);
	const values = {
		...before,
		...(callback && !fault && { callbacks: [...callbacks, callback].join("\n") }),
		...(metadata.protocol === "samlp"
			? samlValues(metadata)
			: { protocol: "wsfed" as const, aliases: linesOf(`${before.aliases}\n${metadata.realm}`).join("\n") }),
	};
	const notes = [
		fault && `Its address for answers ${fault}, so it was not added to the callback URLs: ${callback}`,
		...(metadata.protocol === "samlp" ? samlNotes(before, metadata) : []),
	];
	return withChanges(singleSignOnEditor, baseline, before, { values, notes: notes.filter(isText) });
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
		callback === null && "It takes no answers by a form (HTTP-POST), which are the only ones here.",
		callbackCount > 1 && `It names ${callbackCount} addresses for answers; the one it marks as usual was taken.`,
		...unreadable.map((sentence) => `${sentence} It was left out.`),
		!signsRequests &&
			count > 0 &&
			"It has a certificate but does not say that it signs its requests, so the certificate was not filled in.",
		signsRequests && count === 0 && "It says that it signs its requests, and names no certificate to check them with.",
		signsRequests && count > 1 && `It names ${count} certificates; the one that is good for longest was taken.`,
		logout && singleLogout !== "on" && "Single logout is not switched on by that: choose it below.",
		"Whoever wrote this metadata has not been checked: use what comes from the application's own people.",
	];
}
