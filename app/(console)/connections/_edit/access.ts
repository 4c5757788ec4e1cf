import { isRecord, isText, type Kind } from "@/app/_editor/kinds/kind";

const reaches = ["edited", "shown", "unread"] as const;

/** `shown`: it can't be changed; `unread`: it isn't known either. */
export type Reach = (typeof reaches)[number];

/** The parts of a connection that the console may be able to read or change apart from each other. */
export type AccessPart = "basics" | "options" | "clients";
export type Access = Readonly<Record<AccessPart, Reach>>;

export const fullAccess: Access = { basics: "edited", options: "edited", clients: "edited" };

/** What the form of a connection knows and may change. Undefined, as an earlier version stored it: all. */
export const accessKind: Kind<Access | undefined> = {
	label: "What can be changed",
	help: "",
	wire: "",
	usual: undefined,
	isValue: isAccess,
	isContent: isAccess,
	toValue: (content) => content,
	// It is as the page was rendered with it, whatever else is edited.
	contentOf: (value, _, before) => before ?? value,
	renew: (_, shown, stored) => stored ?? shown,
	typed: (form, name) => accessOf(String(form.get(name) ?? "")),
	partsOf: () => [],
	contentOfParts: () => undefined,
	partLabel: () => "What can be changed",
	valueInWords: () => "",
	changeInWords: () => "",
	fault: () => null,
	read: () => undefined,
	write: () => undefined,
};

/** The part that a path of the interface belongs to. */
export function partAt(wire: string): AccessPart {
	const [root] = wire.split(".");
	return root === "options" || root === "clients" ? root : "basics";
}

export function isSameAccess(one: Access = fullAccess, other: Access = fullAccess): boolean {
	return (Object.keys(fullAccess) as AccessPart[]).every((part) => one[part] === other[part]);
}

/** As a hidden control of the form holds it. */
export function accessText(access: Access): string {
	return `${access.basics} ${access.options} ${access.clients}`;
}

function accessOf(text: string): Access | undefined {
	const [basics, options, clients] = text.split(" ");
	const access = { basics, options, clients };
	return isAccess(access) ? access : undefined;
}

function isAccess(value: unknown): value is Access | undefined {
	return (
		value === undefined ||
		(isRecord(value) &&
			(Object.keys(fullAccess) as AccessPart[]).every((part) =>
				reaches.some((reach) => isText(value[part]) && value[part] === reach),
			))
	);
}
