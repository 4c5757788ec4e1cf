import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programPath } from "@/lib/testing/programs.mjs";
import { startServer } from "./server-process";

const MODULES = "/usr/lib/apache2/modules";
/** Modules for pages that require a session; the module that signs users in is added to them. */
const OWN_MODULES = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "mime"];

function moduleFile(name: string): string {
	return join(MODULES, `mod_${name}.so`);
}

type Site = {
	/** Holds the configuration, the log and the pages; readable by the server's system user. */
	folder: string;
	port: number;
	/** Modules beside the server's own: the name in `LoadModule`, and the file's. */
	modules: Record<string, string>;
	/** Further directives of the configuration. */
	directives: string;
};

/** Starts Debian's Apache with a configuration of its own; nothing of the system's is read. */
export async function startApache({ folder, port, modules, directives }: Site): Promise<{ stop: () => Promise<void> }> {
	const loaded = { ...Object.fromEntries(OWN_MODULES.map((name) => [`${name}_module`, name])), ...modules };
	const configuration = `ServerRoot ${folder}
ServerName http://localhost:${port}
UseCanonicalName On
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
ErrorLog ${folder}/apache.log
StartServers 1
${Object.entries(loaded)
	.map(([name, file]) => `LoadModule ${name} ${moduleFile(file)}`)
	.join("\n")}
<IfModule unixd_module>
${process.getuid?.() === 0 ? "User www-data\nGroup www-data" : ""}
</IfModule>
TypesConfig /etc/mime.types
DirectoryIndex index.html
DocumentRoot ${folder}/pages
<Directory ${folder}/pages>
Require all granted
</Directory>
${directives}
`;
	const file = join(folder, "apache.conf");
	await writeFile(file, configuration);
	return startServer([programPath("apache2"), "-f", file, "-DFOREGROUND"], port);
}
