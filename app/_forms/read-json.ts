import type { Problem } from "@/lib/dashboard/problem/problem";

type Asked = RequestInit & {
	/** What is said where no answer comes, or none that can be read. */
	noResponse: Problem;
	/** What is said of an answer of the server that is no JSON, as of one that has too much to do. */
	refused?: (answer: Response) => Problem | Promise<Problem>;
};

/**
 * What a handler of this console answers, or in words why there is no answer.
 * @throws only where the request is taken back by its signal
 */
export async function readJson<Answer extends object>(
	address: string,
	{ noResponse, refused, ...init }: Asked,
): Promise<Answer | { problem: Problem }> {
	try {
		const answer = await fetch(address, init);
		const isOurs = answer.headers.get("content-type")?.startsWith("application/json");
		if (isOurs) return (await answer.json()) as Answer;
		return { problem: (await refused?.(answer)) ?? noResponse };
	} catch (error) {
		if (init.signal?.aborted) throw error;
		return { problem: noResponse };
	}
}
