import "server-only";
import NextAuth from "next-auth";
import { nextAuthOptions } from "./next-auth-options";

type NextAuthRequest = {
	method: "GET" | "POST";
	/** Path after `/api/auth/`, for example `["callback", "identity-service"]`. */
	segments: string[];
	query?: Record<string, string>;
	body?: Record<string, string>;
	cookies: Record<string, string>;
};

export type NextAuthResponse = { status: number; headers: Headers; body: unknown };

/**
 * Runs next-auth's own handler for one request, in the form it has for API routes: a plain request in, what it wrote
 * out. This way a route handler of ours can take two of its steps in a row.
 */
export async function runNextAuth({
	method,
	segments,
	query,
	body,
	cookies,
}: NextAuthRequest): Promise<NextAuthResponse> {
	const response: NextAuthResponse = { status: 200, headers: new Headers(), body: undefined };
	const recorder = {
		status(code: number) {
			response.status = code;
			return recorder;
		},
		getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? response.headers.getSetCookie() : undefined),
		setHeader(name: string, value: string | string[]) {
			response.headers.delete(name);
			for (const each of [value].flat()) response.headers.append(name, each);
			return recorder;
		},
		json(value: unknown) {
			response.body = value;
		},
		send(value: unknown) {
			response.body = value;
		},
		end() {},
	};
	const request = { method, query: { ...query, nextauth: segments }, body: body ?? {}, cookies, headers: {} };
	await NextAuth(request as never, recorder as never, nextAuthOptions());
	return response;
}

/** The cookies that a response sets, as name → value. */
export function cookiesSetBy({ headers }: NextAuthResponse): Record<string, string> {
	const pairs = headers.getSetCookie().map((line) => {
		const pair = line.slice(0, line.indexOf(";"));
		const separator = pair.indexOf("=");
		return [pair.slice(0, separator), decodeURIComponent(pair.slice(separator + 1))];
	});
	return Object.fromEntries(pairs);
}
