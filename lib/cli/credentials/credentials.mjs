// `npm run --silent credentials`: how to reach the embedded tenant of the current PORT and DATA_DIR, as one JSON object.
import { CommandError, readSettings, runCommand } from "../command.mjs";
import { readCredentialsFile } from "./credentials-file.ts";

runCommand(() => {
	const { address, dataDir, live } = readSettings();
	if (live) throw new CommandError("A real tenant is configured: the embedded tenant is off and has no credentials.");
	const { sign_ins, clients } = readCredentialsFile(dataDir);
	const base_url = `${address}/api/v2`;
	const credentials = {
		address,
		base_url,
		auth_url: address,
		audience: `${base_url}/`,
		sign_ins,
		clients: Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, withAddress(client, address)])),
	};
	console.log(JSON.stringify(credentials, null, 2));
});

/**
 * Completes URIs on the app's own address, of which the file holds the path: the address may differ from start to start.
 * @param {import("./credentials-file.ts").Client} client
 * @param {string} address
 */
function withAddress(client, address) {
	const absolute = (/** @type {string} */ uri) => (uri.startsWith("/") ? `${address}${uri}` : uri);
	const { redirect_uris, post_logout_redirect_uris } = client;
	return {
		...client,
		redirect_uris: redirect_uris.map(absolute),
		...(post_logout_redirect_uris && { post_logout_redirect_uris: post_logout_redirect_uris.map(absolute) }),
	};
}
