import { z } from "zod";
import { CHECKPOINT_LIFETIME_HOURS, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from "@/lib/contract/limits";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { isSameText, keyedHash } from "../keys/derived";
import { booleanText, type FieldChoice, integerText, pickFields } from "./resource";

const size = integerText(PAGE_SIZE_MIN, PAGE_SIZE_MAX);

/** Checkpoint pagination: `from` is a `next` of the page before. */
export const checkpointParameters = {
	from: z
		.string()
		.meta({ description: "`next` of the previous page, valid for 24 hours and for this list" })
		.optional(),
	take: size.default(PAGE_SIZE_DEFAULT),
};

/** Page pagination, from page 0. */
export const pageParameters = {
	page: integerText(0, 1_000_000).default(0),
	per_page: integerText(0, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
	include_totals: booleanText.default(false),
};

/** Both kinds of pagination; the checkpoint's where one of its parameters is sent. */
export const listParameters = { ...pageParameters, from: checkpointParameters.from, take: size.optional() };

type PageQuery = { page: number; per_page: number; include_totals: boolean };
type ListQuery = PageQuery & FieldChoice & { from?: string | undefined; take?: number | undefined };

/** A page with `include_totals`. */
export function totalsOf(name: string, each: z.ZodType) {
	const count = z.int().min(0);
	return z.strictObject({ start: count, limit: count, length: count, total: count, [name]: z.array(each) });
}

/** A page by checkpoint. */
export function checkpointPageOf(name: string, each: z.ZodType) {
	return z.strictObject({ [name]: z.array(each), next: z.string().optional() });
}

/** The three shapes of a page by `listParameters`. */
export function pageOf(name: string, each: z.ZodType) {
	return z.union([z.array(each), totalsOf(name, each), checkpointPageOf(name, each)]);
}

export function pageResponse(
	name: string,
	{ page, per_page, include_totals }: PageQuery,
	rows: object[],
	total: number,
) {
	if (!include_totals) return rows;
	return { start: page * per_page, limit: per_page, length: rows.length, total, [name]: rows };
}

/** A list by its name and its filters: a checkpoint continues this one and no other. */
type ListId = readonly (string | null)[];

export type List<Row> = {
	id: ListId;
	/** Rows behind a position, in the list's order; null: from its start. */
	after: (position: readonly string[] | null, limit: number) => Promise<Row[]>;
	/** The position of a row in that order: one text per sort column. */
	positionOf: (row: Row) => readonly string[];
};

/**
 * Rows from a checkpoint on, and the `next` that continues them where there are more.
 * @throws Refusal 400 for an invalid checkpoint
 */
export async function checkpointPage<Row>(
	service: IdentityService,
	{ id, after, positionOf }: List<Row>,
	{ from, take }: { from?: string | undefined; take: number },
): Promise<{ rows: Row[]; next?: string }> {
	// One row more than requested shows whether another page follows.
	const found = await after(decodeCheckpoint(service, id, from), take + 1);
	const rows = found.slice(0, take);
	const last = found.length > take ? rows.at(-1) : undefined;
	return { rows, ...(last === undefined ? {} : { next: encodeCheckpoint(service, id, positionOf(last)) }) };
}

type WholeList<Row> = List<Row> & {
	page: (offset: number, limit: number) => Promise<Row[]>;
	count: () => Promise<number>;
};

/** A short list that is read whole, sorted by a text. */
export function shortList<Row>(id: ListId, rows: readonly Row[], textOf: (row: Row) => string) {
	return {
		id,
		after: async (position) => rows.filter((row) => position === null || textOf(row) > (position[0] ?? "")),
		positionOf: (row) => [textOf(row)],
		page: async (offset, limit) => rows.slice(offset, offset + limit),
		count: async () => rows.length,
	} satisfies WholeList<Row>;
}

/**
 * The response to a query by `listParameters`, in one of the shapes of `pageOf`.
 * @param write makes the resource of a row, of which the query's fields are picked
 */
export async function listPage<Row>(
	service: IdentityService,
	name: string,
	query: ListQuery,
	list: WholeList<Row>,
	write: (row: Row) => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<object> {
	const written = (rows: Row[]) => Promise.all(rows.map(async (row) => pickFields(await write(row), query)));
	const { from, take = PAGE_SIZE_DEFAULT } = query;
	if (query.take !== undefined || from !== undefined) {
		const { rows, ...next } = await checkpointPage(service, list, { from, take });
		return { [name]: await written(rows), ...next };
	}
	const rows = await written(await list.page(query.page * query.per_page, query.per_page));
	return pageResponse(name, query, rows, query.include_totals ? await list.count() : 0);
}

/**
 * Makes the text that continues a list behind a position. It is authenticated, valid for one list, and expires.
 * @param position where the page ended, one text per sort column
 */
export function encodeCheckpoint(service: IdentityService, list: ListId, position: readonly string[]): string {
	const content = JSON.stringify([service.now().getTime(), ...position]);
	return `${Buffer.from(content).toString("base64url")}.${sign(service.secrets.current, list, content)}`;
}

/**
 * @returns the position; null for the start of the list
 * @throws Refusal 400 unless this service has made the text for this list in the last 24 hours
 */
export function decodeCheckpoint(
	service: IdentityService,
	list: ListId,
	checkpoint: string | undefined,
): string[] | null {
	if (checkpoint === undefined) return null;
	const [encoded = "", signature = "", ...rest] = checkpoint.split(".");
	const content = Buffer.from(encoded, "base64url").toString();
	const isGenuine = service.secrets.known.some((secret) => isSameText(signature, sign(secret, list, content)));
	if (rest.length > 0 || !isGenuine) throw badCheckpoint();
	const [madeAt, ...position] = JSON.parse(content) as [number, ...string[]];
	if (service.now().getTime() - madeAt > CHECKPOINT_LIFETIME_HOURS * 3_600_000) throw badCheckpoint();
	return position;
}

function sign(secret: string, list: ListId, content: string): string {
	return keyedHash(secret, "checkpoints", JSON.stringify([list, content]));
}

function badCheckpoint(): Refusal {
	return new Refusal(
		400,
		"invalid_query_string",
		"The checkpoint ID provided in the 'from' parameter has expired or is invalid, please remove the checkpoint ID and try again",
	);
}
