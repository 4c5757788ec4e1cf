"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { wasAnySeen } from "@/app/_editor/seen";

/** Loads a list again where the browser's Back has brought one that was made before a save in this tab. */
export function FreshAfterSave({ madeAt }: { madeAt: string }) {
	const router = useRouter();
	useEffect(() => {
		if (wasAnySeen(madeAt)) router.refresh();
	}, [madeAt, router]);
	return null;
}
