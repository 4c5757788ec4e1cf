import type { AppType } from "@/lib/contract/client/client-limits";

/** What of an application can be changed here, as the service holds it or shall hold it. */
export type ApplicationContent = {
	name: string;
	description: string;
	/** Of `APP_TYPES`; a tenant may know others, and one of no type has an empty one. */
	type: string;
	callbacks: readonly string[];
	logoutUrls: readonly string[];
	webOrigins: readonly string[];
	grants: readonly string[];
	/** Every exchange of a refresh token gives a new one. */
	rotates: boolean;
	/** The sign-in page offers to sign up. */
	signUp: boolean;
};

/** What the form's controls hold. Addresses are as they are typed, one a line. */
export type ApplicationFormValues = Omit<ApplicationContent, AddressList> & Record<AddressList, string>;

export type AddressList = "callbacks" | "logoutUrls" | "webOrigins";

export const ADDRESS_LISTS = ["callbacks", "logoutUrls", "webOrigins"] as const satisfies readonly AddressList[];

/** Applications of these types can't keep a secret: whoever has the program has what is in it. */
const PUBLIC_TYPES: readonly string[] = ["spa", "native"] satisfies AppType[];

export function isPublicType(type: string): boolean {
	return PUBLIC_TYPES.includes(type);
}

/** Whether people sign in through an application of this type. */
export function hasPeople(type: string): boolean {
	return type !== ("non_interactive" satisfies AppType);
}

export const emptyValues: ApplicationFormValues = {
	name: "",
	description: "",
	type: "regular_web" satisfies AppType,
	callbacks: "",
	logoutUrls: "",
	webOrigins: "",
	grants: [],
	rotates: false,
	signUp: true,
};

/** The form's values for an application as it is. */
export function valuesOf({ callbacks, logoutUrls, webOrigins, ...rest }: ApplicationContent): ApplicationFormValues {
	return {
		...rest,
		callbacks: callbacks.join("\n"),
		logoutUrls: logoutUrls.join("\n"),
		webOrigins: webOrigins.join("\n"),
	};
}

/** The lines of a text area that say something, by their numbers from 1. */
export function linesOf(text: string): { line: number; text: string }[] {
	return text
		.split(/\r\n|\r|\n/)
		.map((each, index) => ({ line: index + 1, text: each.trim() }))
		.filter((each) => each.text !== "");
}

/** The addresses of a text area, each once. */
export function addressesIn(text: string): string[] {
	return [...new Set(linesOf(text).map((each) => each.text))];
}

/** What the application shall be. An address that is written twice is one. */
export function wantedContent(_: ApplicationContent | null, values: ApplicationFormValues): ApplicationContent {
	const { callbacks, logoutUrls, webOrigins, ...rest } = values;
	return {
		...rest,
		callbacks: addressesIn(callbacks),
		logoutUrls: addressesIn(logoutUrls),
		webOrigins: addressesIn(webOrigins),
	};
}
