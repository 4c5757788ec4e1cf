import { type PostedEdit, readPostedEdit } from "@/app/_certificates/posted-edit";
import type { ConnectionContent, ConnectionValues } from "../_edit/connection-content";
import { connectionContent, connectionValues } from "../_edit/connection-form-schema";
import { postedValues } from "../_edit/posted-values";

export type PostedConnection = PostedEdit<ConnectionContent, ConnectionValues>;

/** @returns null for a form that no page of this version sends */
export function readPostedConnection(form: FormData): PostedConnection | null {
	const shape = { idField: "connectionId", content: connectionContent, values: connectionValues, postedValues };
	return readPostedEdit(form, shape);
}
