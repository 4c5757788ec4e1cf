"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { wasAnySaved } from "@/app/forms/recent-saves";

/** Asks for the list anew where the browser's Back has brought one that was made before this tab saved a template. */
export function FreshAfterSave({ madeAt }: { madeAt: string }) {
	const router = useRouter();
	useEffect(() => {
		if (wasAnySaved(madeAt)) router.refresh();
	}, [madeAt, router]);
	return null;
}
