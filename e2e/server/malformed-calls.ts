type Call = { action?: string; body: string | FormData };

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const bound = (action: string, values: string) =>
	formOf({ $ACTION_REF_1: "", "$ACTION_1:0": action, "$ACTION_1:1": values, $ACTION_KEY: "k1" });

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

/** Calls whose form shows that they are none: of no action, without a list of arguments, or nested too deeply. */
export function refusedCalls(action: string): Call[] {
	return [
		...["", "null", "[", "{}", nested(20_000)].map((body) => ({ action, body })),
		...["null", "[", nested(20_000)].map((values) => ({ action, body: formOf({ _1_name: "x", 0: values }) })),
		{ action, body: formOf({ _1_name: "x" }) },
		{ action, body: formOf({ 1: nested(20_000), 0: '["$1"]' }) },
		...["x", "__proto__"].map((name) => ({ action: name, body: "[]" })),
		{ body: formOf({ $ACTION_ID_nope: "" }) },
		{ body: bound("[", "[]") },
		{ body: bound(`{"id":"${action}","bound":"$@1"}`, nested(20_000)) },
	];
}

/** Calls with arguments that React can't read. */
export function unreadableCalls(action: string): Call[] {
	const texts = [
		...['["$B1"]', '["$1"]', '["$0:5:a"]', '["$h1"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$nx"]', '["$A1"]'],
		...['["$Z1"]', '["$"]', `[${"1,".repeat(90_000)}1]`],
	];
	const values = ['["$B1"]', '["$1:b:c"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$h1"]', '["$A1"]', '["$1:__proto__:a"]'];
	return [
		...texts.map((body) => ({ action, body })),
		...values.map((text) => ({ action, body: formOf({ 1: '{"id":"nope","bound":null}', 2: '"$1"', 0: text }) })),
		{ body: bound(`{"id":"${action}","bound":"$@2"}`, "[]") },
		{ body: bound(`{"id":"${action}","bound":"$@1"}`, '["$B9"]') },
	];
}
