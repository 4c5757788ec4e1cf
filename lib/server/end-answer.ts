import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream";

/**
 * Sends the rest of an answer whose head is written. Where the request is still on its way, the answer ends only after
 * what comes was read and dropped: whoever goes on sending into a closed connection loses the answer, too.
 * @param body of the length that the head says
 */
export function endAnswer(request: IncomingMessage, response: ServerResponse, body: string | Buffer): void {
	const content = request.method === "HEAD" ? "" : body;
	if (request.complete) return void response.end(content);
	if (content.length > 0) response.write(content);
	else response.flushHeaders();
	request.resume();
	finished(request, () => response.end());
}
