import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { choice } from "@/app/_editor/kinds/choice";
import type { Kind } from "@/app/_editor/kinds/kind";
import { lineMembers } from "@/app/_editor/kinds/lines";
import { members } from "@/app/_editor/kinds/members";
import { text } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import type { Application } from "@/lib/contract/client/application";
import {
	APP_TYPES,
	type AppType,
	CLIENT_DESCRIPTION_LENGTH_MAX,
	CLIENT_NAME_LENGTH_MAX,
	CLIENT_NAME_PATTERN,
	GRANT_TYPES,
	JWT_LIFETIME_MAX,
	REFRESH_TOKEN_LIFETIME_MAX,
} from "@/lib/contract/client/client-limits";
import type { CreateClientRequest } from "@/lib/contract/client/client-request";
import { textLength } from "@/lib/contract/text-length";
import { textInWords } from "@/lib/dashboard/change-in-words";
import { durationInWords } from "@/lib/dashboard/duration-in-words";
import { type AddressList, addressListFault } from "./address-fault";
import { appTypeLabel, grantLabel } from "./application-labels";

const name = text({
	label: "Name",
	help: "People see it when they sign in.",
	wire: "name",
	required: "A name is needed.",
	rule: nameFault,
	max: CLIENT_NAME_LENGTH_MAX,
	verb: "Renames it to",
});

const type = (help: string) =>
	choice({
		label: "Type",
		help,
		wire: "app_type",
		options: APP_TYPES.map((each) => [each, appTypeLabel(each)]),
		// A tenant's application may have none.
		usual: "",
		verb: "Makes it a",
	});

const callbacks = addresses("callbacks", {
	label: "Callback URLs",
	member: "callback URL",
	help: "Where sign-ins return to. One a line, no wildcards.",
	wire: "callbacks",
});

/** The fields of an application that can be edited. */
export const applicationEditor = defineEditor({
	what: "application",
	fields: {
		name,
		description: text({
			label: "Description",
			help: "For you and your colleagues.",
			wire: "description",
			rule: descriptionFault,
			max: CLIENT_DESCRIPTION_LENGTH_MAX,
		}),
		type: type("Client authentication stays as it is."),
		callbacks,
		logoutUrls: addresses("logoutUrls", {
			label: "Logout URLs",
			member: "logout URL",
			help: "Where sign-outs return to. One a line.",
			wire: "allowed_logout_urls",
		}),
		webOrigins: addresses("webOrigins", {
			label: "Web origins",
			member: "web origin",
			help: "Their scripts may request tokens: https://shop.example, one a line.",
			wire: "web_origins",
		}),
		grants: members({
			label: "Grants",
			wire: "grant_types",
			memberInWords: (grant) => `the ${grantLabel(grant)} grant`,
			memberLabel: (grant) => `Grant ${grantLabel(grant)}`,
			added: (grant) => `Allows ${grant}`,
			removed: (grant) => `Takes ${grant} away`,
			fault: grantsFault,
		}),
		idTokenLifetime: {
			...text({
				label: "ID token lifetime in seconds",
				help: `At most ${JWT_LIFETIME_MAX}, which is 10 hours.`,
				wire: "jwt_configuration.lifetime_in_seconds",
				required: "A lifetime is needed.",
				rule: lifetimeFault,
			}),
			read: (stored) => (typeof stored === "number" ? String(stored) : ""),
			write: Number,
		},
		rotates: {
			...toggle({
				label: "Rotate refresh tokens",
				help: "Each exchange gives a new one; reusing an old one ends them all.",
				wire: "refresh_token.rotation_type",
				on: "Rotates refresh tokens from now on",
				off: "Stops rotating refresh tokens, which still end by their lifetimes",
			}),
			read: (stored) => stored === "rotating",
			write: (isOn) => (isOn ? "rotating" : "non-rotating"),
		},
		absoluteLifetime: refreshTokenLifetime(
			"Absolute lifetime in seconds",
			"A refresh token and its successors end so long after the sign-in.",
			"refresh_token.token_lifetime",
			"at the latest",
		),
		idleLifetime: refreshTokenLifetime(
			"Idle lifetime in seconds",
			"They end when none is used for so long.",
			"refresh_token.idle_token_lifetime",
			"without use",
		),
		signUp: {
			...toggle({
				label: "People may sign up",
				help: "The sign-in page offers to make an account.",
				wire: "client_metadata.sign_up",
				usual: true,
				on: "Lets people sign up",
				off: "Lets nobody sign up any more",
			}),
			read: (stored) => stored !== "off",
			write: (isOn) => (isOn ? "on" : "off"),
		},
	},
	applies: (field, { rotates }) => rotates || !LIFETIMES.includes(field),
	rule: ({ content: { rotates, absoluteLifetime, idleLifetime }, isChanged }) =>
		rotates &&
		(isChanged("absoluteLifetime") || isChanged("idleLifetime")) &&
		Number(idleLifetime) > Number(absoluteLifetime || Number.POSITIVE_INFINITY)
			? { idleLifetime: "The idle lifetime can't be longer than the absolute one." }
			: {},
	describeChanges(changes, before, after) {
		// Without rotation they stay as they are stored.
		if (!after.rotates) return changes.filter(({ part }) => !LIFETIMES.includes(part));
		if (before.rotates) return changes;
		const unknown = LIFETIMES.filter((name) => after[name as "idleLifetime"] === "");
		return [...changes, ...unknown.map((part) => ({ part, words: followingDefault[part as "idleLifetime"] }))];
	},
});

const LIFETIMES: readonly string[] = ["absoluteLifetime", "idleLifetime"];

const followingDefault = {
	absoluteLifetime: "The absolute lifetime is the tenant's default, not known here",
	idleLifetime: "The idle lifetime is the tenant's default, not known here",
};

export type ApplicationContent = Content<typeof applicationEditor.fields>;

/** The fields of a new application; everything else can be set on its page. */
export const newApplicationEditor = defineEditor({
	what: "application",
	fields: {
		name,
		type: type("Web applications and machines get a secret; single page and native apps can't keep one."),
		callbacks,
	},
	// An application without people has no addresses: those typed are left out.
	applies: (field, content) => field !== "callbacks" || hasPeople(content.type),
});

export type NewApplicationContent = Content<typeof newApplicationEditor.fields>;

export const newApplication: Values<typeof newApplicationEditor.fields> = {
	name: "",
	type: "regular_web" satisfies AppType,
	callbacks: "",
};

/** Public clients: they can't keep a secret, since users could read it from the program. */
const PUBLIC_TYPES: readonly string[] = ["spa", "native"] satisfies AppType[];

export function isPublicType(appType: string): boolean {
	return PUBLIC_TYPES.includes(appType);
}

/** Whether people sign in through an application of this type. */
export function hasPeople(appType: string): boolean {
	return appType !== ("non_interactive" satisfies AppType);
}

const PEOPLE_GRANTS = ["authorization_code", "refresh_token"] as const;
const MACHINE_GRANTS = ["client_credentials"] as const;

/**
 * Body of the POST that creates an application: what its type needs and no more. Public clients don't authenticate, so
 * their refresh tokens rotate (RFC 9700 section 4.14.2).
 */
export function createRequestOf({ name, type, callbacks }: NewApplicationContent): CreateClientRequest {
	const isPublic = isPublicType(type);
	return {
		name,
		app_type: type as CreateClientRequest["app_type"],
		...(hasPeople(type) && callbacks.length > 0 ? { callbacks: [...callbacks] } : {}),
		grant_types: [...(hasPeople(type) ? PEOPLE_GRANTS : MACHINE_GRANTS)],
		token_endpoint_auth_method: isPublic ? "none" : "client_secret_post",
		oidc_conformant: true,
		jwt_configuration: { alg: "RS256" },
		...(isPublic ? { refresh_token: { ...ROTATING } } : {}),
	};
}

/** Rotating refresh tokens have to expire, and a tenant's applications have such as never do by default. */
const ROTATING = {
	rotation_type: "rotating",
	expiration_type: "expiring",
	infinite_token_lifetime: false,
	infinite_idle_token_lifetime: false,
} satisfies CreateClientRequest["refresh_token"];

/** The editable content of an application. A lifetime that does not end the rotating tokens is none. */
export function contentOf(application: Application): ApplicationContent {
	const content = contentOfResponse(applicationEditor, application);
	const { infinite_token_lifetime: isEndless, infinite_idle_token_lifetime: isEndlessIdle } =
		application.refresh_token ?? {};
	return {
		...content,
		...(content.rotates && isEndless === true && { absoluteLifetime: "" }),
		...(content.rotates && isEndlessIdle === true && { idleLifetime: "" }),
	};
}

/** Body of the PATCH that turns `before` into `after`; other members of each property stay as they are stored. */
export function updateRequestOf(before: ApplicationContent, after: ApplicationContent, stored: object) {
	const body = requestOfChanges(applicationEditor, before, after, stored);
	if (!body?.refresh_token) return body;
	const { refresh_token: held } = stored as Pick<Application, "refresh_token">;
	return {
		...body,
		refresh_token: after.rotates
			? { ...body.refresh_token, ...ROTATING }
			: { expiration_type: "expiring", ...held, rotation_type: "non-rotating" },
	};
}

/** A lifetime of rotating refresh tokens; empty: the tenant's default. @param end how they end: "without use" */
function refreshTokenLifetime(label: string, help: string, wire: string, end: string): Kind<string> {
	const inWords = (json: string | null) => {
		if (json === null) return "a time that is not known";
		const seconds = Number(JSON.parse(json));
		return Number.isInteger(seconds) ? `${seconds} s (${durationInWords(seconds)})` : textInWords(json);
	};
	return {
		...text({
			label,
			help: `${help} At most ${REFRESH_TOKEN_LIFETIME_MAX}, which is 5 years. Empty: the tenant's default.`,
			wire,
			isTrimmed: true,
		}),
		read: (stored) => (typeof stored === "number" ? String(stored) : ""),
		write: (content) => (content === "" ? undefined : Number(content)),
		valueInWords: inWords,
		changeInWords: ({ before, after }) =>
			`Ends refresh tokens after ${inWords(after)} ${end}${before === null ? "" : ` (was ${inWords(before)})`}`,
		fault: (content) =>
			content === "" || (/^[1-9]\d{0,8}$/.test(content) && Number(content) <= REFRESH_TOKEN_LIFETIME_MAX)
				? null
				: `A lifetime is a whole number of seconds, from 1 to ${REFRESH_TOKEN_LIFETIME_MAX} (5 years).`,
	};
}

function nameFault(found: string): string | null {
	const length = textLength(found);
	if (found.trim() === "") return "A name is needed.";
	if (length > CLIENT_NAME_LENGTH_MAX) {
		return `A name has at most ${CLIENT_NAME_LENGTH_MAX} characters; this one has ${length}.`;
	}
	if (/[<>]/.test(found)) return "A name holds neither < nor >.";
	return CLIENT_NAME_PATTERN.test(found) ? null : "A name is one line of text, without control characters.";
}

function lifetimeFault(text: string): string | null {
	const isValid = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= JWT_LIFETIME_MAX;
	return isValid ? null : `A lifetime is a whole number of seconds, from 1 to ${JWT_LIFETIME_MAX} (10 hours).`;
}

function descriptionFault(description: string): string | null {
	const length = textLength(description);
	if (length <= CLIENT_DESCRIPTION_LENGTH_MAX) return null;
	return `The description has ${length} characters; at most ${CLIENT_DESCRIPTION_LENGTH_MAX} fit.`;
}

function addresses(
	list: AddressList,
	{ member, ...words }: { label: string; member: string; help: string; wire: string },
): Kind<string, readonly string[]> {
	return lineMembers({
		...words,
		memberInWords: (address) => `the ${member} ${address}`,
		memberLabel: (address) => `${capitalized(member)} ${address}`,
		fault: (_, before, typed) => addressListFault(list, String(typed), before),
	});
}

const GRANTS: readonly string[] = GRANT_TYPES;

function grantsFault(grants: readonly string[], before: readonly string[]): string | null {
	const foreign = grants.filter((grant) => !GRANTS.includes(grant) && !before.includes(grant));
	return foreign.length > 0 ? `Unknown here: ${foreign.join(", ")}.` : null;
}

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
