import type { Problem } from "@/lib/dashboard/problem/problem";

type ReadJsonOptions = RequestInit & {
	/** The problem where there is no response, or none that can be read. */
	noResponse?: Problem;
	/** The problem of a response that is not JSON, as the server sends under too much load. */
	refused?: (response: Response) => Problem | Promise<Problem>;
};

/**
 * The JSON that a handler of this console responds with, or the problem why there is none.
 * @throws only where the request is aborted by its signal
 */
export async function readJson<Body extends object>(
	address: string,
	{ noResponse = noAnswerToRead, refused, ...init }: ReadJsonOptions,
): Promise<Body | { problem: Problem }> {
	try {
		const response = await fetch(address, init);
		const isJson = response.headers.get("content-type")?.startsWith("application/json");
		if (isJson) return (await response.json()) as Body;
		return { problem: (await refused?.(response)) ?? noResponse };
	} catch (error) {
		if (init.signal?.aborted) throw error;
		return { problem: noResponse };
	}
}

/** The problem of a form that only reads, where there is no response. */
export const noAnswerToRead: Problem = {
	title: "No response",
	message: "The console did not answer. Nothing was changed. Try again.",
};
