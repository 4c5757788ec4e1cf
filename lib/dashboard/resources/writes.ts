import { type OperationName, operations } from "@/lib/contract/operations";
import type { Permission } from "../session/permissions";
import { type ActKind, requestsMore } from "./act-kinds";
import type { ResourceDescription, Write } from "./describe-resource";
import { type Described, described, type MetadataResource, type ResourceName, type resources } from "./resources";

/** A write with what follows from its resource. */
export type WriteEntry = Write & {
	/** The kind of its target. */
	resource: ResourceName;
	/** Who may do it here. */
	permission: Permission;
	/** What the admin does, in lists of writes. */
	label: string;
	/** Whom it concerns: the user in its path, or the owner of its target; null: no user. */
	concerns: "user" | "owner" | null;
};

/** The console has no page for signing keys, and ends single sessions together with their tokens. */
const UNUSED = ["get_signing_keys", "post_signing_keys", "delete_sessions_by_id"] as const satisfies OperationName[];

/** An operation that the console calls. */
type UsedName = Exclude<OperationName, (typeof UNUSED)[number]>;
type UsedWrite = { [Name in UsedName]: (typeof operations)[Name]["method"] extends "GET" ? never : Name }[UsedName];

type DescribedWrite = { [Name in Described["name"]]: keyof Extract<Described, { name: Name }>["writes"] }[ResourceName];

/**
 * A write as the audit trail names it: an operation, one of the several things that an operation does with a property of its
 * body behind the name, or a write to the console's own store.
 */
export type WriteName = OperationName | DescribedWrite;

/** What changes the metadata of one, or requests its end, but is not among the writes of its own description. */
type MisplacedWrite = {
	[Name in MetadataResource]:
		| Exclude<
				(typeof resources)[Name]["metadata"]["update"] | (typeof resources)[Name]["ends"]["one"][number],
				keyof (typeof resources)[Name]["writes"]
		  >
		| Exclude<(typeof resources)[Name]["ends"]["all"][number], DescribedWrite>;
}[MetadataResource];

/** Does not compile where a description lacks an operation by which the console writes. */
const undescribed: Record<Exclude<UsedWrite, DescribedWrite> | MisplacedWrite, WriteEntry> = {};

const writes: ReadonlyMap<string, WriteEntry> = new Map(
	Object.entries({ ...Object.assign({}, ...described.map(writesOf)), ...undescribed }),
);
const unused: ReadonlySet<OperationName> = new Set(UNUSED);
const ofLog: ReadonlySet<OperationName> = new Set(["get_logs", "get_logs_by_id", "get_user_logs"]);

function writesOf({ name, permission, writes, metadata }: ResourceDescription): Record<string, WriteEntry> {
	const concerns = metadata ? "owner" : name === "user" ? "user" : null;
	const entries = Object.entries(writes).map(([operation, write]): [string, WriteEntry] => {
		const label = `${write.to.charAt(0).toUpperCase()}${write.to.slice(1)} ${name}`;
		return [operation, { label, permission, ...write, concerns, resource: name as ResourceName }];
	});
	return Object.fromEntries(entries);
}

/** The permission that the operation needs here; undefined where the console has no page for it. */
export function permissionFor(operation: OperationName): Permission | undefined {
	const isRead = operations[operation].method === "GET" && !unused.has(operation);
	if (isRead) return ofLog.has(operation) ? "seeLog" : "look";
	return writes.get(operation)?.permission;
}

/** The operations that write. */
export const writeLabels: readonly (readonly [operation: string, label: string])[] = [...writes].map(
	([operation, { label }]) => [operation, label],
);

/** @param operation of the audit trail: another version of the console may have written it */
export function writeEntry(operation: string): WriteEntry | undefined {
	return writes.get(operation);
}

/** The writes of a resource, whose rows of the audit trail are its history. */
export function writesOfResource(resource: ResourceName): string[] {
	return [...writes].filter(([, write]) => write.resource === resource).map(([operation]) => operation);
}

/** The operation's label; its own name where this version does not know it. */
export function writeLabel(operation: string): string {
	return writes.get(operation)?.label ?? operation;
}

/** The operations that write a resource. */
export function operationsOf(resource: ResourceName): OperationName[] {
	return writesOfResource(resource).filter((name): name is OperationName => Object.hasOwn(operations, name));
}

type Values = Readonly<Record<string, unknown>> | undefined;

/**
 * The kind of act that a write is; null: none that asks for a reason.
 * @param values of the parts that it changes, before and after, where they are known
 */
export function actKindOf(operation: string, values: { before?: Values; after?: Values } = {}): ActKind | null {
	const kind = writes.get(operation)?.act ?? null;
	return kind === "request-more" && !requestsMore(values.before, values.after) ? null : kind;
}

/** The same of a write that does two things, as an end of all sessions that revokes tokens too. */
export function actKindsOf(operation: string, values?: Parameters<typeof actKindOf>[1]): ActKind[] {
	const kinds = [actKindOf(operation, values), writes.get(operation)?.alsoAct ?? null];
	return kinds.filter((kind) => kind !== null);
}
