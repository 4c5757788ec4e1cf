const NAME_OF_SAMPLE_TENANT = "Sample tenant";

/** What the tenant is called, on its own pages as in the console: `TENANT_NAME`, else what it is. */
export function tenantName(): string {
	return process.env.TENANT_NAME || NAME_OF_SAMPLE_TENANT;
}

/** The mark of a name, as the console draws it: the first letters of the first and of the last word. */
export function initialsOf(name: string): string {
	const letters = name.split(/[\s._-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? []);
	return [letters.at(0), letters.length > 1 ? letters.at(-1) : ""].join("");
}
