import "server-only";
import { requestWide } from "@/lib/process/request-context";
import type { Problem } from "../problem/problem";

/**
 * Whether something was written for this request, and the problem to tell where its outcome is open: a page that can't
 * be read after that must not say that nothing was changed.
 */
export const writeOfRequest = requestWide<{ open: Problem | null } | null>("write-of-request", () => null);
