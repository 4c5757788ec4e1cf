// Drafts are in the session storage of the tab, under the admin's subject.

/** The text of an empty list of drafts. */
const NO_DRAFTS = "[]";

const MARK = "-draft ";

/** @param id empty for a new resource */
export function draftKey(what: string, id: string, subject: string): string {
	return `${what}${MARK}${id || "new"} ${subject}`;
}

/** The stored text, which may be anything. */
export function storedDrafts(key: string): string {
	return withStorage((storage) => storage.getItem(key)) ?? NO_DRAFTS;
}

export function keepDrafts(key: string, text: string): void {
	withStorage((storage) => (text === NO_DRAFTS ? storage.removeItem(key) : storage.setItem(key, text)));
}

/** Removes what another admin left in this tab: their session ended without a sign-out, or in another tab. */
export function removeDraftsOfOthers(subject: string): void {
	withStorage((storage) => {
		for (const key of Object.keys(storage)) {
			if (key.includes(MARK) && !key.endsWith(` ${subject}`)) storage.removeItem(key);
		}
	});
}

/** The browser may refuse the storage or its quota may be exhausted; forms then work without drafts. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
	try {
		return use(sessionStorage);
	} catch {
		return null;
	}
}
