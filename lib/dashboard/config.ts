import "server-only";
import { z } from "zod";
import { networks } from "@/lib/network/public-address";
import { processWide } from "@/lib/process/process-wide";
import { patternFault, ticketUrlFault } from "./audit/tickets";
import { secondEditorRule } from "./proposals/rule-of-setting";
import { SECOND_EDITOR_KINDS, type SecondEditorRule } from "./proposals/second-editor";
import { ACT_KINDS, type ActKind, isActKind } from "./resources/act-kinds";
import { claimNameFault, entriesOf, type RoleClaim, roleClaimFaults, splitEntries } from "./role-claim";
import { isRole, type Role } from "./session/permissions";

/** Settings are missing or wrong; the message lists them for the operator. */
export class ConfigError extends Error {
	override name = "ConfigError";
}

const SESSION_SECRET_LENGTH_MIN = 32;
const PROPOSAL_DAYS_MAX = 365;

const origin = z
	.url({ protocol: /^https?$/, abort: true, error: "must be a URL such as https://console.example.com" })
	.transform((text, context) => {
		const url = new URL(text);
		if (url.pathname === "/" && url.search === "" && url.hash === "") return url.origin;
		context.addIssue("must be an origin: scheme and host, without a path");
		return z.NEVER;
	});
const address = z
	.url({ protocol: /^https?$/, abort: true, error: "must be a URL such as https://tenant.example.com/api/v2" })
	.refine(isPrivateChannel, "must begin with https:// (plain http only for this machine)")
	.transform((text) => text.replace(/(?<!\/)\/+$/, ""));
const text = z.string({ error: "is missing" }).min(1, "is missing");
const list = z
	.string()
	.default("")
	.transform((value) => value.split(/[\s,]+/).filter(Boolean));
/** Users, and values of the claim. */
const listed = z
	.string()
	.default("")
	.transform((value, context) => {
		const entries = entriesOf(value);
		if (Array.isArray(entries)) return entries;
		context.addIssue(entries);
		return z.NEVER;
	});
const roleLists = z.object({
	EDITORS: listed,
	SUPPORT: listed,
	VIEWERS: listed,
});

/** Kinds of acts; `all` is each of them. */
const kindsOfActs = list.transform((entries, context): readonly ActKind[] => {
	if (entries.includes("all")) return ACT_KINDS;
	const unknown = entries.filter((entry) => !isActKind(entry));
	if (unknown.length === 0) return entries.filter(isActKind);
	context.addIssue(`names acts that there are not (${unknown.join(", ")}): use ${ACT_KINDS.join(", ")} or all`);
	return z.NEVER;
});

/** The saves that need a second editor. */
const savesForTwo = list.transform((entries, context): SecondEditorRule => {
	const rule = secondEditorRule(entries);
	if (!("unknown" in rule)) return rule;
	const kinds = SECOND_EDITOR_KINDS.join(", ");
	context.addIssue(
		`names what it can't (${rule.unknown.join(", ")}): use ${kinds} and names of attributes such as portrait`,
	);
	return z.NEVER;
});

/** The roles that may propose beside the editors. */
const proposers = list.transform((entries, context): readonly Role[] => {
	const unknown = entries.filter((entry) => entry !== "support" && entry !== "viewer");
	if (unknown.length === 0) return entries.filter(isRole);
	context.addIssue(`names roles that it can't (${unknown.join(", ")}): use support and viewer`);
	return z.NEVER;
});

/** A check with the sentence that `fault` has of a value. */
function faultOf<Value>(fault: (value: Value) => string | null) {
	return (value: Value, context: z.core.$RefinementCtx) => {
		const found = fault(value);
		if (found !== null) context.addIssue(found);
	};
}

const settings = z.object({
	APP_URL: origin,
	SESSION_SECRET: text.min(SESSION_SECRET_LENGTH_MIN, `must have at least ${SESSION_SECRET_LENGTH_MIN} characters`),
	SESSION_SECRET_PREVIOUS: z.string().optional(),
	MANAGEMENT_BASE_URL: address,
	AUTH_BASE_URL: address,
	MANAGEMENT_AUDIENCE: z.string().min(1).optional(),
	MANAGEMENT_CLIENT_ID: text,
	MANAGEMENT_CLIENT_SECRET: z.string().optional(),
	MANAGEMENT_CLIENT_KEY: z.string().optional(),
	MANAGEMENT_CLIENT_KEY_FILE: z.string().optional(),
	SIGN_IN_CLIENT_ID: text,
	SIGN_IN_CLIENT_SECRET: text,
	...roleLists.shape,
	ROLE_CLAIM: text
		.superRefine((name, context) => {
			const fault = claimNameFault(name);
			if (fault) context.addIssue(fault);
		})
		.optional(),
	AUDIT_RETENTION_DAYS: z.coerce
		.number("must be a number of days")
		.int("must be a whole number of days")
		.min(1, "must be at least 1 day")
		.default(90),
	AUDIT_METADATA_VALUES: z.literal("on", "must be on, or not set").optional(),
	REASON_REQUIRED: kindsOfActs,
	TICKET_PATTERN: z
		.string()
		.transform((value) => value.split(/\s+/).filter(Boolean))
		.superRefine(faultOf(patternFault))
		.optional(),
	TICKET_URL: z.string().superRefine(faultOf(ticketUrlFault)).optional(),
	SECOND_EDITOR: savesForTwo,
	EMERGENCY_SAVE: z.literal("on", "must be on, or not set").optional(),
	PROPOSERS: proposers,
	PROPOSAL_DAYS: z.coerce
		.number("must be a number of days")
		.int("must be a whole number of days")
		.min(1, "must be at least 1 day")
		.max(PROPOSAL_DAYS_MAX, `must be at most ${PROPOSAL_DAYS_MAX} days`)
		.default(14),
	MDL_TRUST_LIST: z.string().min(1).optional(),
	LOG_STREAM_ALLOW: list.superRefine((entries, context) => {
		try {
			networks(entries);
		} catch (error) {
			context.addIssue(`is a list of networks: ${error instanceof Error ? error.message : ""}`);
		}
	}),
	TENANT_NAME: z.string().min(1).optional(),
	EMBEDDED_TENANT: z.literal("on").optional(),
	DATA_DIR: z.string().default(".data"),
	DATABASE_URL: z.string().min(1).optional(),
});

/** The console's machine client authenticates by exactly one of these. */
const CREDENTIALS = ["MANAGEMENT_CLIENT_SECRET", "MANAGEMENT_CLIENT_KEY", "MANAGEMENT_CLIENT_KEY_FILE"] as const;

export type DashboardConfig = ReturnType<typeof readConfig>;

/** Reads and checks the dashboard's settings. @throws ConfigError with one line per setting that is missing or wrong */
export function readConfig(environment: Record<string, string | undefined>) {
	const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
	const parsed = settings.safeParse(present);
	const lines = (parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")} ${explain(issue)}`);
	if (!present.EDITORS && !present.SUPPORT && !present.VIEWERS && !present.EMBEDDED_TENANT) {
		lines.push("  EDITORS, SUPPORT or VIEWERS must name at least one user (subject, or verified e-mail address)");
	}
	if (Boolean(present.TICKET_PATTERN) !== Boolean(present.TICKET_URL)) {
		lines.push("  TICKET_PATTERN and TICKET_URL belong together: set both or neither");
	}
	const lists = roleLists.safeParse(present).data;
	const faults = lists ? roleClaimFaults(lists, present.ROLE_CLAIM, present.EMBEDDED_TENANT !== undefined) : [];
	lines.push(...faults.map((fault) => `  ${fault}`));
	const given = CREDENTIALS.filter((name) => present[name]);
	if (given.length === 0) lines.push(`  ${CREDENTIALS.join(" or ")} is missing (npm run secrets -- key makes a key)`);
	if (given.length > 1) lines.push(`  ${given.join(" and ")} are set, but only one may be`);
	if (!parsed.success || lines.length > 0) {
		throw new ConfigError(`The settings are incomplete:\n${lines.join("\n")}\nSee .env.example for what each one is.`);
	}
	const value = parsed.data;
	const editors = splitEntries(value.EDITORS);
	const support = splitEntries(value.SUPPORT);
	const viewers = splitEntries(value.VIEWERS);
	const roleClaim: RoleClaim | null = value.ROLE_CLAIM
		? { name: value.ROLE_CLAIM, values: { editor: editors.values, support: support.values, viewer: viewers.values } }
		: null;
	return {
		appUrl: value.APP_URL,
		/** Whether cookies are `Secure` and prefixed. */
		secure: value.APP_URL.startsWith("https://"),
		sessionSecret: value.SESSION_SECRET,
		/** The old secret during a rotation. */
		previousSessionSecret:
			value.SESSION_SECRET_PREVIOUS === value.SESSION_SECRET ? null : (value.SESSION_SECRET_PREVIOUS ?? null),
		tenant: {
			name: value.TENANT_NAME ?? (value.EMBEDDED_TENANT ? "Sample tenant" : new URL(value.AUTH_BASE_URL).host),
			embedded: value.EMBEDDED_TENANT === "on",
		},
		management: {
			baseUrl: value.MANAGEMENT_BASE_URL,
			audience: value.MANAGEMENT_AUDIENCE ?? `${value.MANAGEMENT_BASE_URL}/`,
			clientId: value.MANAGEMENT_CLIENT_ID,
			credential: credentialOf(value),
		},
		authentication: {
			baseUrl: value.AUTH_BASE_URL,
			clientId: value.SIGN_IN_CLIENT_ID,
			clientSecret: value.SIGN_IN_CLIENT_SECRET,
		},
		/** Users with each role: IDs and e-mail addresses. */
		editors: editors.users,
		support: support.users,
		viewers: viewers.users,
		/** The claim of the ID token that gives roles as well; null: none does. */
		roleClaim,
		auditRetentionDays: value.AUDIT_RETENTION_DAYS,
		/** Whether the audit trail keeps values of metadata that don't look like a secret. */
		keepsMetadataValues: value.AUDIT_METADATA_VALUES === "on",
		/** The kinds of acts that are refused without a reason. */
		reasonRequired: value.REASON_REQUIRED,
		/** What is a ticket in a reason; null: nothing. */
		tickets:
			value.TICKET_PATTERN && value.TICKET_URL ? { patterns: value.TICKET_PATTERN, url: value.TICKET_URL } : null,
		/** Which saves of templates need a second editor. */
		secondEditor: value.SECOND_EDITOR,
		/** Whether an editor may save without the second one, with a reason. */
		allowsEmergencySave: value.EMERGENCY_SAVE === "on",
		/** The roles that may propose beside the editors. */
		proposers: value.PROPOSERS,
		/** Days until a proposal that nobody has decided expires. */
		proposalDays: value.PROPOSAL_DAYS,
		/** A file of trusted roots of licences. */
		trustListFile: value.MDL_TRUST_LIST ?? null,
		/** Networks that webhooks may be sent to although their addresses are not public. */
		logStreamAllow: value.LOG_STREAM_ALLOW,
		dataDir: value.DATA_DIR,
		databaseUrl: value.DATABASE_URL,
	};
}

/** How the console's machine client authenticates: a shared secret, or a key as `npm run secrets -- key` writes it. */
export type ClientCredential = { clientSecret: string } | { clientKey: string } | { clientKeyFile: string };

function credentialOf(value: z.infer<typeof settings>): ClientCredential {
	if (value.MANAGEMENT_CLIENT_KEY_FILE) return { clientKeyFile: value.MANAGEMENT_CLIENT_KEY_FILE };
	if (value.MANAGEMENT_CLIENT_KEY) return { clientKey: value.MANAGEMENT_CLIENT_KEY };
	return { clientSecret: value.MANAGEMENT_CLIENT_SECRET ?? "" };
}

function explain(issue: z.core.$ZodIssue): string {
	return issue.code === "invalid_type" || (issue.code === "invalid_format" && issue.input === undefined)
		? "is missing"
		: issue.message;
}

function isPrivateChannel(text: string): boolean {
	const url = new URL(text);
	return url.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

export const heldConfig = processWide("dashboard-config", () => readConfig(process.env));

/** The settings of this process, read once. @throws ConfigError */
export function dashboardConfig(): DashboardConfig {
	return heldConfig.get();
}

/** Whether it is one of the two applications that the console itself works with. */
export function isOwnClient(id: string): boolean {
	const { management, authentication } = dashboardConfig();
	return id === management.clientId || id === authentication.clientId;
}

/**
 * Cookies ignore ports: on plain http the names carry the port, so that two installations on one host do not overwrite
 * each other. On https the `__Host-` prefix binds the session to this host.
 */
export function cookieName(purpose: string, { appUrl, secure }: Pick<DashboardConfig, "appUrl" | "secure">): string {
	return secure ? `__Host-console.${purpose}` : `console.${purpose}.${new URL(appUrl).port || "80"}`;
}

/**
 * As the embedded tenant stores it: another version may have written a role that this one does not know. A blocked user has
 * none; with `evenBlocked` the one that they will have again.
 */
export type RoleOfUser = (userId: string, options?: { evenBlocked: boolean }) => Promise<string | null>;

/** The embedded tenant stores its admins itself, and sets this at its start; null for a real one: its admins are in the settings. */
export const roleOfEmbeddedUser = processWide<RoleOfUser | null>("role-of-embedded-user", () => null);
