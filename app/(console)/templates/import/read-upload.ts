import "server-only";
import { FolderEntries, FolderRefusal, type ReadFolder } from "@/lib/dashboard/template-folder/folder-entries";
import { readZip } from "@/lib/dashboard/template-folder/zip-archive";

/** The folder in a sent form: an archive, or its files one by one. @throws FolderRefusal */
export async function readUpload(form: FormData): Promise<ReadFolder> {
	const [archive, ...others] = sentFiles(form, "archive");
	const files = sentFiles(form, "folder");
	if (!archive && files.length === 0) throw new FolderRefusal("No archive and no folder was chosen.");
	if (archive && files.length > 0) throw new FolderRefusal("An archive and a folder were chosen: send one of them.");
	if (others.length > 0) throw new FolderRefusal("More than one archive was chosen.");
	return archive ? readZip(Buffer.from(await archive.arrayBuffer())) : readFiles(files);
}

/** A field without a file is sent as one without a name. */
function sentFiles(form: FormData, name: string): File[] {
	return form.getAll(name).filter((value): value is File => value instanceof File && value.name !== "");
}

/** Browsers name each file by its path from the chosen folder. */
async function readFiles(files: readonly File[]): Promise<ReadFolder> {
	const entries = new FolderEntries();
	for (const file of files) {
		if (entries.admit(file.name, file.size)) entries.add(file.name, new Uint8Array(await file.arrayBuffer()));
	}
	return entries.folder();
}
