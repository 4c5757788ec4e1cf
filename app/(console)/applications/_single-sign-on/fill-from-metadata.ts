import { type Filled as FilledForm, withChanges } from "@/app/_editor/fill";
import { linesOf } from "@/app/_editor/kinds/lines";
import type { ServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { addressFault } from "../_edit/address-fault";
import { type SingleSignOnContent, type SingleSignOnValues, singleSignOnEditor } from "../_edit/single-sign-on-editor";

type Filled = FilledForm<typeof singleSignOnEditor.fields>;

/** Fills the form's values from metadata; the notes describe each change, and what the admin should know besides. */
export function fillFromMetadata(
	baseline: SingleSignOnContent | null,
	values: SingleSignOnValues,
	metadata: ServiceProviderMetadata,
): Filled {
	const filled = metadata.protocol === "samlp" ? samlFilled(values, metadata) : wsFederationFilled(values, metadata);
	return withChanges(singleSignOnEditor, baseline, values, filled);
}

function samlFilled(
	values: SingleSignOnValues,
	metadata: Extract<ServiceProviderMetadata, { protocol: "samlp" }>,
): Filled {
	const { nameIdFormat, certificates, unreadable, signsRequests, wantsSignedAssertions, callbackCount, logout } =
		metadata;
	const [certificate] = certificates;
	const added = withCallback(values, metadata.callback);
	const notes = [
		...added.notes,
		...(metadata.callback === null ? ["It takes no answers by a form (HTTP-POST), which are the only ones here."] : []),
		...(callbackCount > 1
			? [`It names ${callbackCount} addresses for answers; the one it marks as usual was taken.`]
			: []),
		...unreadable.map((sentence) => `${sentence} It was left out.`),
		...(certificate && !signsRequests
			? ["It has a certificate but does not say that it signs its requests, so the certificate was not filled in."]
			: []),
		...(signsRequests && !certificate
			? ["It says that it signs its requests, and names no certificate to check them with."]
			: []),
		...(signsRequests && certificates.length > 1
			? [`It names ${certificates.length} certificates; the one that is good for longest was taken.`]
			: []),
		...(logout && values.singleLogout !== "on" ? ["Single logout is not switched on by that: choose it below."] : []),
		"Whoever wrote this metadata has not been checked: use what comes from the application's own people.",
	];
	return {
		notes,
		values: {
			...added.values,
			protocol: "samlp",
			audience: metadata.entityId,
			...(nameIdFormat ? { nameIdentifierFormat: nameIdFormat } : {}),
			...(signsRequests && certificate ? { signingCert: certificate } : {}),
			...(logout ? { logoutCallback: logout.location, binding: logout.binding } : {}),
			...(wantsSignedAssertions ? { signResponse: "off" } : {}),
		},
	};
}

function wsFederationFilled(
	values: SingleSignOnValues,
	{ realm, callback }: Extract<ServiceProviderMetadata, { protocol: "wsfed" }>,
): Filled {
	const added = withCallback(values, callback);
	const aliases = linesOf(values.aliases);
	const realms = aliases.includes(realm) ? aliases : [...aliases, realm];
	return { notes: added.notes, values: { ...added.values, protocol: "wsfed", aliases: realms.join("\n") } };
}

function withCallback(values: SingleSignOnValues, callback: string | null): Filled {
	const known = linesOf(values.callbacks);
	if (callback === null || known.includes(callback)) return { values, notes: [] };
	const fault = addressFault("callbacks", callback);
	if (fault)
		return {
			values,
			notes: [`Its address for answers ${fault}, so it was not added to the callback URLs: ${callback}`],
		};
	return { values: { ...values, callbacks: [...known, callback].join("\n") }, notes: [] };
}
