/** What draws something: no space, no control character, none that is invisible by itself. */
const DRAWN = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u;

/** How something is named: by its name; by its ID where it has none; by both where the name draws nothing: `“ ” vct_1`. */
export function nameOrId(name: string | null | undefined, id: string): string {
	if (!name) return id;
	return DRAWN.test(name) ? name : `“ ” ${id}`;
}
