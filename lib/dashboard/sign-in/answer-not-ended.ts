import "server-only";
import { storeFailureOf } from "@/lib/database/error-codes";

/**
 * What who signs out is told where the store took no writes: the browser has forgotten its cookie all the same.
 * @throws whatever else went wrong
 */
export function answerNotEnded(error: unknown): Response {
	const fault = storeFailureOf(error);
	if (!fault) throw error;
	const text = `This browser is signed out, but the session could not be ended: the console's store ${fault}.
A copy of the cookie is good until nobody has used it for two hours. Tell whoever runs this console.
`;
	return new Response(text, {
		status: 503,
		headers: { "content-type": "text/plain", "cache-control": "private, no-store" },
	});
}
