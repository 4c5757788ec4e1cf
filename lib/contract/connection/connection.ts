import { z } from "zod";

const text = z.string().nullish();

/**
 * A connection in a response of any tenant. Options are complete, because they are sent back complete; a token without their
 * scope gets none. The applications that may use it are a list of their own.
 */
export const connection = z.object({
	id: z.string(),
	name: z.string(),
	display_name: text,
	strategy: z.string(),
	show_as_button: z.boolean().nullish(),
	options: z.record(z.string(), z.unknown()).nullish(),
});
export type ConnectionResponse = z.infer<typeof connection>;

/** `GET /connections?include_totals=true`. A tenant may send the bare list. */
export const connectionPage = z.union([
	z.array(connection).transform((connections) => ({ connections, total: null })),
	z.object({ connections: z.array(connection), total: z.number().nullish() }),
]);

/** `GET /connections/{id}/clients?take=…`: the applications that users may sign in to through it; `next` goes into `from`. */
export const connectionClientPage = z.looseObject({
	clients: z.array(z.looseObject({ client_id: z.string() })),
	next: text,
});

/** `GET /clients/{id}/connections?take=…`: the connections that users may sign in to it through. */
export const clientConnectionPage = z.object({ connections: z.array(connection), next: text });
