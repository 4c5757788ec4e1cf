"use client";

import type { ReactNode } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { templateEditor } from "../_edit/template-editor";

/** Shown until the form is saved. */
export function WhileUnsaved({ children }: { children: ReactNode }) {
	return useEditing(templateEditor).result.kind === "saved" ? null : children;
}
