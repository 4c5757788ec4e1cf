import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type FakeRegistry = Awaited<ReturnType<typeof startFakeRegistry>>;

const NAME = `node-${process.platform}-${process.arch}`;
const VERSION = "999.0.0";

/** An npm registry that holds one package: a Node for this platform, which is a script here. */
export async function startFakeRegistry() {
	const folder = mkdtempSync(join(tmpdir(), "identity-console-registry-"));
	const requested: string[] = [];
	let published = "";
	let tarball: Buffer | undefined;
	const server = createServer(({ url = "" }, response) => {
		requested.push(url);
		const body = { [`/${NAME}`]: published, [`/${NAME}.tgz`]: tarball }[url];
		response.writeHead(body ? 200 : 404).end(body);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		/** Paths that npm requested. */
		requested,
		/** Makes npm use this registry, and no cache of the machine. */
		environment: {
			PATH: process.env.PATH ?? "",
			npm_execpath: process.env.npm_execpath ?? "",
			npm_config_registry: address,
			npm_config_fetch_retries: "0",
			npm_config_cache: join(folder, "cache"),
			npm_config_userconfig: join(folder, "npmrc"),
		},
		/** Offers a program as the Node. @returns the lockfile that pins it */
		publish(program: string): string {
			const { archive, integrity } = pack(program);
			tarball = archive;
			const dist = { tarball: `${address}/${NAME}.tgz`, integrity };
			const versions = { [VERSION]: { name: NAME, version: VERSION, dist } };
			published = JSON.stringify({ name: NAME, "dist-tags": { latest: VERSION }, versions });
			return JSON.stringify({ packages: { [`node_modules/${NAME}`]: { version: VERSION, integrity } } });
		},
		/** Takes the machine offline. */
		close: () => server.close(),
		remove() {
			server.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** A Node that runs scripts on the one of the tests, with its version in FAKE_NODE. */
export const WORKING_NODE = `#!/bin/sh
if [ "$1" = --version ]; then echo v${VERSION}; exit; fi
FAKE_NODE=${VERSION} exec "${process.execPath}" "$@"
`;

type Packed = { archive: Buffer; integrity: string };
const packed = new Map<string, Packed>();

/** The package as npm makes it, once for each program. */
function pack(program: string): Packed {
	const known = packed.get(program);
	if (known) return known;
	const folder = mkdtempSync(join(tmpdir(), "identity-console-package-"));
	writeFileSync(join(folder, "package.json"), JSON.stringify({ name: NAME, version: VERSION }));
	mkdirSync(join(folder, "bin"));
	writeFileSync(join(folder, "bin", "node"), program, { mode: 0o755 });
	const options = { cwd: folder, encoding: "utf8", shell: process.platform === "win32" } as const;
	const [{ filename, integrity }] = JSON.parse(
		spawnSync("npm", ["pack", "--json", "--ignore-scripts"], options).stdout,
	);
	const archive = readFileSync(join(folder, filename));
	rmSync(folder, { recursive: true, force: true });
	packed.set(program, { archive, integrity });
	return { archive, integrity };
}
