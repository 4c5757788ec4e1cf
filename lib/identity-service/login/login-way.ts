/**
 * What the page of a login shows: by its address, `/login/{uid}?way=…`. Without a way it asks for the password, and says
 * first what is in the way of that.
 */
export const LOGIN_WAYS = [
	"password",
	"code",
	"signup",
	"signed-up",
	"confirmed",
	"forgotten",
	"reset-sent",
	// On to the outside provider that the request names …
	"connection",
	// … and back from one that has signed nobody in.
	"refused",
] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** @param query of the page's address */
export function loginWayOf(query: URLSearchParams): LoginWay | null {
	return LOGIN_WAYS.find((way) => way === query.get("way")) ?? null;
}
