import type { IncomingMessage } from "node:http";
import { BODY_BYTES_MAX } from "./limits.ts";

/** A body that was read, or what there is of one that is too large. */
export type Body = { bytes: Buffer<ArrayBuffer>; isTooLarge: boolean };

/**
 * Reads a body to its end before anybody works with it, so that nobody takes a part for the whole.
 * @returns null where it broke off: what can be said about that is said where the connection is watched
 */
export async function readBody(request: IncomingMessage): Promise<Body | null> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			chunks.push(chunk);
			size += chunk.byteLength;
			if (size > BODY_BYTES_MAX) break;
		}
	} catch {
		return null;
	}
	return { bytes: Buffer.concat(chunks), isTooLarge: size > BODY_BYTES_MAX };
}
