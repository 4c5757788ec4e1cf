import { defineKind, isRecord } from "@/app/_editor/kinds/kind";

const reaches = ["edited", "shown", "unread"] as const;

/** `shown`: it can't be changed; `unread`: it isn't known either. */
export type Reach = (typeof reaches)[number];

/** The parts of a connection that the console may be able to read or change apart from each other. */
const parts = ["basics", "options", "embeddedOptions", "clients"] as const;
export type AccessPart = (typeof parts)[number];
export type Access = Readonly<Record<AccessPart, Reach>>;

export const fullAccess: Access = { basics: "edited", options: "edited", embeddedOptions: "edited", clients: "edited" };

/** Options that the embedded service has and the vendor has not: it accepts them, without effect. */
const EMBEDDED_OPTIONS: readonly string[] = [
	"options.issuer",
	"options.nameIdentifierFormat",
	"options.signOutBinding",
	"options.signOutResponseEndpoint",
];

/** What the form of a connection knows and may change. Undefined, as an earlier version stored it: all. */
export const accessKind = defineKind<Access | undefined>({
	label: "What can be changed",
	default: undefined,
	isValue: isAccess,
	// It is as the page was rendered with it, whatever else is edited.
	contentOf: (value, _, stored) => stored ?? value,
	renew: (_, shown, stored) => stored ?? shown,
	typed(form, name) {
		const values = String(form.get(name) ?? "").split(" ");
		const access = Object.fromEntries(parts.map((part, index) => [part, values[index]]));
		return isAccess(access) ? access : undefined;
	},
	partsOf: () => [],
	contentOfParts: () => undefined,
});

/** The part that a path of the interface belongs to. */
export function partAt(wire: string): AccessPart {
	if (EMBEDDED_OPTIONS.includes(wire)) return "embeddedOptions";
	const [root] = wire.split(".");
	return root === "options" || root === "clients" ? root : "basics";
}

/** As a hidden control of the form holds it, and as two are compared. */
export function accessText(access: Access = fullAccess): string {
	return parts.map((part) => access[part]).join(" ");
}

function isAccess(value: unknown): value is Access | undefined {
	const isReach = (found: unknown) => reaches.some((reach) => reach === found);
	return value === undefined || (isRecord(value) && parts.every((part) => isReach(value[part])));
}
