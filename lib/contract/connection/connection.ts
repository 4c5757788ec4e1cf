import { z } from "zod";
import { flag, known, number, pageOf, rowsOf, text } from "../lenient";

/**
 * A connection in a response of any tenant. Options are complete, because they are sent back complete; a token without their
 * scope gets none. The applications that may use it are a list of their own.
 */
export const connection = z.object({
	id: z.string(),
	name: text,
	display_name: text,
	strategy: text,
	show_as_button: flag,
	options: known(z.record(z.string(), z.unknown())),
});
export type ConnectionResponse = z.infer<typeof connection>;

/** `GET /connections?include_totals=true`. A tenant may send the bare list. */
export const connectionPage = z.union([
	rowsOf(connection).transform(({ rows, unreadable }) => ({ connections: rows, unreadable, total: null })),
	pageOf("connections", connection, { total: number }),
]);

/** `GET /connections/{id}/clients?take=…`: the applications that users may sign in to through it; `next` goes into `from`. */
export const connectionClientPage = pageOf("clients", z.looseObject({ client_id: z.string() }), {
	next: z.string().nullish(),
});

/** `GET /clients/{id}/connections?take=…`: the connections that users may sign in to it through. */
export const clientConnectionPage = pageOf("connections", connection, { next: z.string().nullish() });
