import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { choice } from "@/app/_editor/kinds/choice";
import { members } from "@/app/_editor/kinds/lists";
import { text } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
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
import { isolated } from "@/lib/contract/name-or-id";
import { act, atStart, textChange } from "@/lib/dashboard/change-in-words";
import { durationInWords } from "@/lib/dashboard/duration-in-words";
import { appTypeLabel, grantLabel } from "@/lib/dashboard/management/applications/application-labels";
import { addresses, callbacks } from "./addresses";
import { lifetime } from "./setting-kinds";

const name = text({
	label: "Name",
	help: "Users see it when they sign in.",
	wire: "name",
	required: "A name is needed.",
	rule(found) {
		if (/[<>]/.test(found)) return "A name can't contain < or >.";
		return CLIENT_NAME_PATTERN.test(found) ? null : "A name is one line of text, without control characters.";
	},
	max: CLIENT_NAME_LENGTH_MAX,
	sets: act("rename", "it to"),
	isTrimmed: true,
});

const type = (help: string) =>
	choice({
		label: "Type",
		help,
		wire: "app_type",
		options: APP_TYPES.map((each) => [each, appTypeLabel(each)]),
		// A tenant's application may have none.
		default: "",
		sets: act("change", "its type to"),
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
			max: CLIENT_DESCRIPTION_LENGTH_MAX,
		}),
		type: type("Client authentication stays as it is."),
		callbacks: callbacks(),
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
			partInSentence: (grant) => `the ${grantLabel(grant)} grant`,
			partLabel: (grant) => `Grant ${grantLabel(grant)}`,
			added: (grant) => act("allow", grant),
			removed: (grant) => act("remove", grant),
			fault(grants, before = []) {
				const known: readonly string[] = [...GRANT_TYPES, ...before];
				const foreign = grants.filter((grant) => !known.includes(grant));
				return foreign.length > 0 ? `Unknown here: ${foreign.join(", ")}.` : null;
			},
		}),
		idTokenLifetime: lifetime({
			label: "ID token lifetime in seconds",
			help: `At most ${JWT_LIFETIME_MAX}, which is 10 hours.`,
			wire: "jwt_configuration.lifetime_in_seconds",
			required: "A lifetime is needed.",
			secondsMax: JWT_LIFETIME_MAX,
		}),
		rotates: toggle({
			label: "Rotate refresh tokens",
			help: "Each exchange gives a new one; reusing an old one ends them all.",
			wire: "refresh_token.rotation_type",
			alsoAt: ["refresh_token.expiration_type"],
			on: act("rotate", "refresh tokens from now on"),
			off: act("stop", "rotating refresh tokens, which still end by their lifetimes"),
			read: (stored) => stored === "rotating",
			write: (isOn) => (isOn ? "rotating" : "non-rotating"),
		}),
		absoluteLifetime: refreshTokenLifetime(
			"absolute lifetime",
			"How long after the sign-in a refresh token and its successors end.",
			"refresh_token.token_lifetime",
			"refresh_token.infinite_token_lifetime",
		),
		idleLifetime: refreshTokenLifetime(
			"idle lifetime",
			"How long they last while none is used.",
			"refresh_token.idle_token_lifetime",
			"refresh_token.infinite_idle_token_lifetime",
		),
		namesAddress: toggle({
			label: "Trust the IP addresses that it sends",
			help: "Its server may send a user's IP address in the header auth0-forwarded-for; limits of failed sign-ins then count by it. Only for applications that authenticate.",
			wire: "is_token_endpoint_ip_header_trusted",
			on: act("trust", "the IP addresses that it sends"),
			off: act("stop", "trusting the IP addresses that it sends"),
		}),
		signUp: toggle({
			label: "Users may sign up",
			help: "The sign-in page offers to create an account.",
			wire: "client_metadata.sign_up",
			default: true,
			on: act("let", "users sign up"),
			off: act("let", "no one sign up any more"),
			read: (stored) => stored !== "off",
			write: (isOn) => (isOn ? "on" : "off"),
		}),
	},
	rule: ({ content: { rotates, absoluteLifetime, idleLifetime }, isChanged }) =>
		rotates &&
		(["rotates", "absoluteLifetime", "idleLifetime"] as const).some(isChanged) &&
		Number(idleLifetime) > Number(absoluteLifetime || Number.POSITIVE_INFINITY)
			? { idleLifetime: "The idle lifetime can't be longer than the absolute one." }
			: {},
	// The lifetimes follow from the rotation, changed or not.
	describeChanges: (changes, _, { rotates, absoluteLifetime, idleLifetime }) =>
		changes.map((change) =>
			change.part === "rotates" && rotates
				? {
						...change,
						words: `${change.words}: absolute lifetime ${lifetimeInWords(absoluteLifetime)}, idle lifetime ${lifetimeInWords(idleLifetime)}`,
					}
				: change,
		),
});

export type ApplicationContent = Content<typeof applicationEditor.fields>;

/** The fields of a new application; everything else can be set on its page. */
export const newApplicationEditor = defineEditor({
	what: "application",
	fields: {
		name,
		type: type("Web applications and machines get a secret; single page and native apps can't keep one."),
		callbacks: callbacks(),
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
export function isPublicType(appType: string): boolean {
	return appType === ("spa" satisfies AppType) || appType === ("native" satisfies AppType);
}

/** Whether people sign in through an application of this type. */
export function hasPeople(appType: string): boolean {
	return appType !== ("non_interactive" satisfies AppType);
}

/** A lifetime of rotating refresh tokens; empty: the tenant's default. */
function refreshTokenLifetime(what: string, help: string, wire: string, infinite: string) {
	const inWords = (json: string | null) => lifetimeInWords(json === null ? "" : String(JSON.parse(json)));
	const setInWords = (json: string | null) => (json === '""' ? "the tenant's default" : inWords(json));
	return lifetime({
		label: `${atStart(what)} in seconds`,
		help: `${help} At most ${REFRESH_TOKEN_LIFETIME_MAX}, which is 5 years. Empty: the tenant's default.`,
		wire,
		alsoAt: [infinite],
		secondsMax: REFRESH_TOKEN_LIFETIME_MAX,
		isTrimmed: true,
		partInSentence: () => `the ${what} of refresh tokens`,
		valueInWords: inWords,
		changeInWords: ({ before, after }) =>
			textChange({ label: `${what} of refresh tokens` }, { before, after: after ?? '""' }, setInWords),
	});
}

function lifetimeInWords(seconds: string): string {
	if (seconds === "") return "not known (the tenant's default)";
	return /^\d+$/.test(seconds) ? `${seconds} s (${durationInWords(Number(seconds))})` : `“${isolated(seconds)}”`;
}
