/** What has the same key, in its order. As `Map.groupBy`, which browsers of 2023 lack. */
export function grouped<Of>(all: Iterable<Of>, keyOf: (one: Of) => string): Map<string, Of[]> {
	const groups = new Map<string, Of[]>();
	for (const one of all) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return groups;
}
