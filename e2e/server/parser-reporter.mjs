// Preloaded into an app (`--import`). A connection to PARSER_REPORT_PORT is sent, by mark, which parsers of queries and
// forms have read names that begin with that mark (`mark12-`).
import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import querystring from "node:querystring";
import url from "node:url";

const MARK = /mark\d+-/;
/** @type {Map<string, Set<string>>} */
const seen = new Map();
let listens = false;

/**
 * @param {string} parser
 * @param {unknown} input
 */
function note(parser, input) {
	const [mark] = (typeof input === "string" && MARK.exec(input)) || [];
	if (mark) seen.set(mark, (seen.get(mark) ?? new Set()).add(parser));
}

const noted = new Proxy(URLSearchParams, {
	construct(target, init, newTarget) {
		note("URLSearchParams", init[0]);
		return Reflect.construct(target, init, newTarget);
	},
});
Object.assign(globalThis, { URLSearchParams: noted });
Object.assign(url, { URLSearchParams: noted });

const { get: searchParams } = Object.getOwnPropertyDescriptor(URL.prototype, "searchParams") ?? {};
Object.defineProperty(URL.prototype, "searchParams", {
	get() {
		note("URL.searchParams", this.search);
		return searchParams?.call(this);
	},
});

const { parse } = querystring;
querystring.parse = (text, ...rest) => {
	note("querystring.parse", text);
	return parse(text, ...rest);
};

for (const { prototype } of [Request, Response]) {
	const { formData } = prototype;
	prototype.formData = async function () {
		note("formData", await this.clone().text());
		return formData.call(this);
	};
}

subscribe("http.server.request.start", (message) => {
	const { socket } = /** @type {{ socket: import("node:net").Socket }} */ (message);
	if (listens || socket.localPort !== Number(process.env.PORT)) return;
	listens = true;
	const server = createServer((connection) => {
		connection.end(JSON.stringify(Object.fromEntries([...seen].map(([mark, parsers]) => [mark, [...parsers]]))));
	});
	server.listen(Number(process.env.PARSER_REPORT_PORT), "127.0.0.1").unref();
});
