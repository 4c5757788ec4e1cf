import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import type { MappedField } from "@/lib/contract/connection/connection-limits";

// What can be set of a connection, with what people call it here. The form, its rules, its changes and what is sent are
// made from this.

/** `name` is chosen once. `defaultClient` and those after it are of sign-ins that the provider begins. */
export type TextField =
	| ("name" | "displayName" | "issuer" | "signInEndpoint" | "signOutEndpoint" | "signOutResponseEndpoint")
	| ("signingCert" | "userIdAttribute" | "entityId" | "defaultClient" | "defaultQuery");

export const textLabels: Record<TextField, string> = {
	name: "Name",
	displayName: "Display name",
	issuer: "Provider's entity ID",
	signInEndpoint: "Sign-in address",
	signOutEndpoint: "Sign-out address",
	signOutResponseEndpoint: "Address for sign-out answers",
	signingCert: "Signing certificates",
	userIdAttribute: "User ID attribute",
	entityId: "Entity ID of this tenant",
	defaultClient: "Default application",
	defaultQuery: "Query",
};
export const TEXT_FIELDS = Object.keys(textLabels) as TextField[];

export type SwitchField = "isQuietSignOut" | "isShown" | "isProviderInitiated";

export const switchLabels: Record<SwitchField, string> = {
	isQuietSignOut: "Don't tell the provider when somebody signs out",
	isShown: "Show a button on the sign-in page",
	isProviderInitiated: "Let sign-ins begin at the provider",
};
export const SWITCH_FIELDS = Object.keys(switchLabels) as SwitchField[];

export type ChoiceField = "protocolBinding" | "signOutBinding" | "nameIdentifierFormat" | "defaultProtocol";

const bindings = [
	[HTTP_REDIRECT_BINDING, "Redirect (in the address)"],
	[HTTP_POST_BINDING, "Form post"],
] as const;

/** Value and text; the first holds where nothing is set. */
export const choices: Record<
	ChoiceField,
	{ label: string; options: readonly (readonly [value: string, text: string])[] }
> = {
	protocolBinding: { label: "Sign-in binding", options: bindings },
	signOutBinding: { label: "Sign-out binding", options: bindings },
	nameIdentifierFormat: {
		label: "Name identifier format",
		options: [
			[NAME_FORMATS.persistent, "Persistent"],
			[NAME_FORMATS.emailAddress, "E-mail address"],
			[NAME_FORMATS.unspecified, "Unspecified: the provider chooses"],
			[NAME_FORMATS.transient, "Transient: a new one at each sign-in"],
		],
	},
	defaultProtocol: {
		label: "Protocol",
		options: [
			["oidc", "OpenID Connect"],
			["samlp", "SAML 2.0"],
			["wsfed", "WS-Federation"],
		],
	},
};
export const CHOICE_FIELDS = Object.keys(choices) as ChoiceField[];

/** What holds where a choice is not set. */
export function usualChoice(name: ChoiceField): string {
	return choices[name].options[0]?.[0] ?? "";
}

export const mappedLabels: Record<MappedField, string> = {
	user_id: "User ID",
	email: "E-mail address",
	email_verified: "E-mail address is verified",
	name: "Name",
	given_name: "Given name",
	family_name: "Family name",
	nickname: "Nickname",
	picture: "Picture",
	username: "User name",
};
