// Replaces `next/headers` in all tests (vitest.config.mjs): the cookies and the origin of a browser's request.

/** `session`: the cookie of a session. */
export const browser: { session: string | null; origin: string | null; authorization: string | null } = {
	session: null,
	origin: null,
	authorization: null,
};

/** Cookies besides the session's, by name. */
export const otherCookies = new Map<string, string>();

export const cookies = async () => ({
	get(name: string) {
		const value = name.includes("session") ? browser.session : otherCookies.get(name);
		return value ? { name, value } : undefined;
	},
	has: (name: string) => otherCookies.has(name),
	set: (name: string, value: string) => void otherCookies.set(name, value),
	delete: ({ name }: { name: string }) => void otherCookies.delete(name),
});

export const headers = async () =>
	new Headers({
		...(browser.origin && { origin: browser.origin }),
		...(browser.authorization && { authorization: browser.authorization }),
	});
