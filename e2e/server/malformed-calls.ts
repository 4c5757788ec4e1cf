/** Malformed calls of an action: as text, as a form, and as a form without scripts. */
export function malformedCalls(id: string): { action?: string; body: string | FormData }[] {
	const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
	const texts = [
		...['["$B1"]', '["$1"]', '["$0:5:a"]', '["$h1"]', '["$T"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$nx"]', '["$A1"]'],
		...['["$R1"]', '["$@1"]', '["$Z1"]', '["$"]', '[{"a":"$0:0"}]', nested(20_000), `[${"1,".repeat(90_000)}1]`],
	];
	const form = (fields: Record<string, string>) => {
		const made = new FormData();
		for (const [name, value] of Object.entries(fields)) made.append(name, value);
		return made;
	};
	const forms = [
		...['["$B1"]', '["$1:b:c"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$h1"]', '["$A1"]', '["$1:__proto__:toString"]'],
		...['[{"requested":1},"$K"]', '["$@1"]', '["$R1"]'],
	].map((values) => form({ _1_name: "x", 1: '{"id":"nope","bound":null}', 2: '"$1"', 0: values }));
	const bound = (action: string, values: string) =>
		form({ $ACTION_REF_1: "", "$ACTION_1:0": action, "$ACTION_1:1": values, $ACTION_KEY: "k1" });
	return [
		...texts.map((body) => ({ action: id, body })),
		...forms.map((body) => ({ action: id, body })),
		...["x", "__proto__"].map((action) => ({ action, body: "[]" })),
		{ body: form({ $ACTION_ID_nope: "" }) },
		{ body: form({ $ACTION_REF_1: "" }) },
		{ body: bound("null", "[]") },
		{ body: bound('{"id":"nope","bound":null}', "[]") },
		{ body: bound(`{"id":"${id}","bound":"$@2"}`, "[]") },
		{ body: bound(`{"id":"${id}","bound":"$@1"}`, '["$B9"]') },
	];
}
